package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeInput;
import dev.millrace.plan.op.NodeReply;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.rows.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The ops of a catalog, each node of which leaves its request at once and comes back from another
 * thread at a random moment: work in pieces goes from thread to thread, and what was asynchronous
 * begins late and ends late. The rows must not change by it.
 */
final class ChaosOps {

  private static final int MOST_DELAY_MICROS = 300;

  private final ScheduledExecutorService threads;

  /** Guarded by itself. */
  private final Random random;

  ChaosOps(ScheduledExecutorService threads, long seed) {
    this.threads = threads;
    this.random = new Random(seed);
  }

  OpCatalog of(OpCatalog calm) {
    List<Op> ops = new ArrayList<>();
    for (String name : calm.names()) {
      ops.add(new Wrapped(calm.find(name).orElseThrow()));
    }
    return OpCatalog.of(ops);
  }

  /** Soon, or a little later, on a thread of the pool. */
  private void later(Runnable action) {
    int micros;
    synchronized (random) {
      micros = random.nextBoolean() ? 0 : random.nextInt(MOST_DELAY_MICROS);
    }
    var _ = threads.schedule(action, micros, TimeUnit.MICROSECONDS);
  }

  /** Code that may throw. */
  private interface Work {
    void run() throws Exception;
  }

  private void later(NodeReply reply, Work work) {
    later(() -> {
      try {
        work.run();
      } catch (Throwable e) { // foreign code
        reply.fail(e);
      }
    });
  }

  private final class Wrapped implements Op {
    private final Op op;

    Wrapped(Op op) {
      this.op = op;
    }

    @Override
    public OpSpec spec() {
      return op.spec();
    }

    @Override
    public NodeCode prepare(NodeSetup setup) {
      NodeCode calm = op.prepare(setup);
      return (NodeCode.Async) (input, reply) -> later(reply, () -> run(calm, input, reply));
    }

    private void run(NodeCode calm, NodeInput input, NodeReply reply) throws Exception {
      switch (calm) {
        case NodeCode.Sync code -> reply.complete(code.run(input));
        case NodeCode.Batched code -> advance(code.begin(input), reply);
        case NodeCode.Async code -> code.start(input, new LateReply(reply));
      }
    }

    private void advance(NodeCode.BatchRun pieces, NodeReply reply) throws Exception {
      if (pieces.advance()) {
        reply.complete(pieces.result());
      } else {
        later(reply, () -> advance(pieces, reply));
      }
    }
  }

  /** Passes everything on, some time later. */
  private final class LateReply implements NodeReply {
    private final NodeReply reply;

    LateReply(NodeReply reply) {
      this.reply = reply;
    }

    @Override
    public void complete(RowSet rows) {
      later(() -> reply.complete(rows));
    }

    @Override
    public void fail(Throwable error) {
      later(() -> reply.fail(error));
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
