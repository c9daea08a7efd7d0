package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeInput;
import dev.millrace.plan.op.NodeReply;
import dev.millrace.plan.op.OpException;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.rows.RowSet;
import dev.millrace.simulation.DeterministicScheduler;
import dev.millrace.task.BlockReason;
import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Random DAGs with random latencies, failures and deadlines on the deterministic scheduler. The
 * normal run tries 10,000 seeds; {@code -Dmillrace.seeds=N} more, {@code -Dmillrace.seed=S} one.
 */
class RandomDagTest {

  private static final int SEEDS = Integer.getInteger("millrace.seeds", 10_000);
  private static final List<OpSpec.Cost> COSTS = List.of(OpSpec.Cost.values());

  @Test
  void everyRandomDagKeepsTheInvariants() throws Exception {
    Long only = Long.getLong("millrace.seed");
    if (only != null) {
      boolean _ = new Trial(only).run();
      return;
    }
    int answeredWithRows = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        answeredWithRows += new Trial(seed).run() ? 1 : 0;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": rerun with -Dmillrace.seed=" + seed, e);
      }
    }
    // Otherwise the trials would be all alike.
    assertThat(answeredWithRows).isBetween(SEEDS / 10, SEEDS * 9 / 10);
  }

  /** One DAG and one request. */
  private static final class Trial {

    private final Random random;
    private final DeterministicScheduler scheduler;
    private final PlanEngine engine;
    private final TestPlan plan = new TestPlan();
    private final List<int[]> inputs = new ArrayList<>();
    private final int[] begun;
    private final boolean[] ended;
    private final CompletableFuture<?>[] answer = new CompletableFuture<?>[1];
    private boolean mayFail;

    /** How many nodes have ended by themselves, well or badly. */
    private int ends;

    Trial(long seed) {
      random = new Random(seed);
      scheduler = DeterministicScheduler.create(seed);
      engine =
          PlanEngine.create(
              scheduler,
              TestPlan.NO_CLIENTS,
              EngineConfig.defaults().withInlineRows(1).withNanoTime(scheduler::nanoTime));
      int size = 1 + random.nextInt(15);
      begun = new int[size];
      ended = new boolean[size];
      for (int node = 0; node < size; node++) {
        addNode(node);
      }
    }

    private void addNode(int node) {
      int[] from = new int[Math.min(node, random.nextInt(4))];
      for (int i = 0; i < from.length; i++) {
        from[i] = random.nextInt(node);
      }
      inputs.add(from);
      OpSpec.Cost cost = COSTS.get(random.nextInt(COSTS.size()));
      boolean fails = random.nextInt(40) == 0;
      mayFail |= fails;
      int _ = plan.add(code(node, fails), cost, from);
    }

    private NodeCode code(int node, boolean fails) {
      Duration latency = Duration.ofMillis(random.nextInt(30));
      int count = random.nextInt(5);
      return switch (random.nextInt(4)) {
        case 0 -> (NodeCode.Sync) input -> sync(node, fails, input);
        case 1 -> (NodeCode.Batched) input -> batched(node, fails, count, input);
        case 2 -> cancellable(node, fails, latency);
        default -> uncancellable(node, fails, latency);
      };
    }

    private RowSet sync(int node, boolean fails, NodeInput input) {
      begin(node, input);
      return end(node, fails);
    }

    private NodeCode.BatchRun batched(int node, boolean fails, int count, NodeInput input) {
      begin(node, input);
      return new NodeCode.BatchRun() {
        private int left = count;

        @Override
        public boolean advance() {
          scheduler.advance(Duration.ofMillis(1));
          return --left <= 0;
        }

        @Override
        public RowSet result() {
          return end(node, fails);
        }
      };
    }

    private NodeCode cancellable(int node, boolean fails, Duration latency) {
      return (NodeCode.Async)
          (input, reply) -> {
            begin(node, input);
            reply.after(
                latency,
                () -> {
                  if (fails) {
                    ends++;
                    reply.fail(new OpException(OpException.Kind.IO, "planned"));
                  } else {
                    reply.complete(end(node, false));
                  }
                });
          };
    }

    /** Completes from a task of its own, however late. */
    private NodeCode uncancellable(int node, boolean fails, Duration latency) {
      return (NodeCode.Async)
          (input, reply) -> {
            begin(node, input);
            TaskHandle _ = scheduler.submit(Task.of("late", lateStep(node, fails, latency, reply)));
          };
    }

    private Task.Step lateStep(int node, boolean fails, Duration latency, NodeReply reply) {
      boolean[] waited = {false};
      return (context, _) -> {
        if (!waited[0]) {
          waited[0] = true;
          return TaskStatus.blocked(context.single(context.newTimer(latency)), BlockReason.TIMER);
        }
        ends++;
        if (fails) {
          reply.fail(new OpException(OpException.Kind.DATA, "planned"));
        } else {
          ended[node] = true;
          reply.complete(TestPlan.ONE_ROW);
        }
        return TaskStatus.FINISHED;
      };
    }

    private void begin(int node, NodeInput input) {
      assertThat(++begun[node]).as("starts of node %d", node).isOne();
      for (int i = 0; i < inputs.get(node).length; i++) {
        assertThat(ended[inputs.get(node)[i]]).as("input %d of node %d", i, node).isTrue();
        assertThat(input.rows(i)).isSameAs(TestPlan.ONE_ROW);
      }
      assertThat(answer[0] == null || !answer[0].isDone())
          .as("node %d starts before the answer", node)
          .isTrue();
    }

    private RowSet end(int node, boolean fails) {
      ends++;
      if (fails) {
        throw new OpException(OpException.Kind.DATA, "planned");
      }
      ended[node] = true;
      return TestPlan.ONE_ROW;
    }

    /** Returns whether the request was answered with rows. */
    boolean run() throws InterruptedException {
      PlanRequest request = PlanRequest.of("r", 1).withTrace();
      boolean bounded = random.nextInt(3) == 0;
      if (bounded) {
        request = request.withDeadline(Duration.ofMillis(1 + random.nextInt(60)));
      }
      boolean nodeBounded = random.nextInt(4) == 0;
      if (nodeBounded) {
        request = request.withNodeTimeout(Duration.ofMillis(1 + random.nextInt(40)));
      }
      CompletableFuture<PlanAnswer> future = engine.submit(plan.build(), request);
      answer[0] = future;
      PlanAnswer given = scheduler.await(future);
      long answeredAt = scheduler.nanoTime();
      scheduler.runUntilIdle();
      check(given, request, answeredAt, bounded || nodeBounded);
      scheduler.close();
      return given instanceof PlanAnswer.Rows;
    }

    private void check(PlanAnswer given, PlanRequest request, long answeredAt, boolean bounded) {
      EngineCounters counters = engine.counters();
      assertThat(counters.answered()).isOne();
      assertThat(counters.live()).isZero();
      assertThat(counters.nodesEnded()).isEqualTo(ends);
      assertThat(counters.nodesStarted()).isGreaterThanOrEqualTo(Arrays.stream(begun).sum());
      switch (given) {
        case PlanAnswer.Rows(List<RowSet> outputs, _) -> {
          assertThat(outputs).containsExactly(TestPlan.ONE_ROW);
          assertThat(counters.nodesEnded()).isEqualTo(begun.length);
          assertThat(counters.lateCompletions()).isZero();
        }
        case PlanAnswer.Failed(PlanError error, _) ->
            assertThat(mayFail || bounded).as("an error without a cause: %s", error).isTrue();
      }
      Duration deadline = request.deadline();
      if (deadline != null) {
        // A piece of work takes a millisecond here, and the answer may wait for one of each worker.
        assertThat(answeredAt).isLessThanOrEqualTo(deadline.plusMillis(20).toNanos());
      }
    }
  }
}
