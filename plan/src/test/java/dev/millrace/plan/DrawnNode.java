package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeInput;
import dev.millrace.plan.op.NodeReply;
import dev.millrace.rows.RowSet;
import dev.millrace.simulation.DeterministicScheduler;
import java.time.Duration;

/**
 * A node as a timeline draws it, in milliseconds. Between spawn and run lies the hand-over, which
 * costs a millisecond there; both are time that the node takes here.
 *
 * @param spawned when its last input was stored
 * @param runs when it was called: reads are sent then
 * @param stored when its rows were there
 * @param read what the first command begins with; empty if it computes
 */
record DrawnNode(String id, int spawned, int runs, int stored, String read) {

  private static final Duration MILLI = Duration.ofMillis(1);

  static DrawnNode io(String id, int spawned, int runs, int stored, String read) {
    return new DrawnNode(id, spawned, runs, stored, read);
  }

  static DrawnNode cpu(String id, int spawned, int runs, int stored) {
    return new DrawnNode(id, spawned, runs, stored, "");
  }

  /** The same work, which takes as long as it is drawn on the clock of {@code scheduler}. */
  NodeCode paced(NodeCode code, DeterministicScheduler scheduler) {
    return switch (code) {
      case NodeCode.Async io ->
          (NodeCode.Async)
              (input, reply) ->
                  reply.after(Duration.ofMillis(runs - spawned), () -> start(io, input, reply));
      case NodeCode.Sync sync -> (NodeCode.Batched) input -> new Pieces(scheduler, sync, input);
      case NodeCode.Batched _ -> throw new AssertionError("no example has such a node");
    };
  }

  private void start(NodeCode.Async io, NodeInput input, NodeReply reply) {
    try {
      io.start(input, new SlowReply(reply));
    } catch (Exception e) {
      reply.fail(e);
    }
  }

  /** Keeps its thread busy, a millisecond at a time. */
  private final class Pieces implements NodeCode.BatchRun {
    private final DeterministicScheduler scheduler;
    private final NodeCode.Sync work;
    private final NodeInput input;
    private int left = stored - spawned;

    Pieces(DeterministicScheduler scheduler, NodeCode.Sync work, NodeInput input) {
      this.scheduler = scheduler;
      this.work = work;
      this.input = input;
    }

    @Override
    public boolean advance() {
      scheduler.advance(MILLI);
      left--;
      return left == 0;
    }

    @Override
    public RowSet result() throws Exception {
      return work.run(input);
    }
  }

  /** Gives the rows on as late as they are drawn. */
  private final class SlowReply implements NodeReply {
    private final NodeReply reply;

    SlowReply(NodeReply reply) {
      this.reply = reply;
    }

    @Override
    public void complete(RowSet rows) {
      reply.after(Duration.ofMillis(stored - runs), () -> reply.complete(rows));
    }

    @Override
    public void fail(Throwable error) {
      reply.fail(error);
    }

    @Override
    public void onCancel(Runnable action) {
      reply.onCancel(action);
    }

    @Override
    public void after(Duration delay, Runnable action) {
      reply.after(delay, action);
    }
  }
}
