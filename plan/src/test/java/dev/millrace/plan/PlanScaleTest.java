package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeReply;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.rows.RowSet;
import dev.millrace.simulation.DeterministicScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many requests at once, and small ones beside a large one: on one worker, counted, not timed. */
class PlanScaleTest {

  private static final int MANY = 20_000;
  private static final PlanRequest REQUEST = PlanRequest.of("r", 1);

  private final MillraceExecutor executor =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1));

  @AfterEach
  void close() {
    executor.close();
  }

  private PlanEngine engine(EngineConfig config) {
    return PlanEngine.create(executor, TestPlan.NO_CLIENTS, config);
  }

  private static CompletableFuture<Void> all(List<CompletableFuture<PlanAnswer>> answers) {
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
  }

  @Test
  void manyRequestsSleepAtOnceAndAllWakeUp() throws Exception {
    DeterministicScheduler scheduler = DeterministicScheduler.create(1);
    PlanEngine engine =
        PlanEngine.create(
            scheduler,
            TestPlan.NO_CLIENTS,
            EngineConfig.defaults().withNanoTime(scheduler::nanoTime));
    CompiledPlan plan =
        TestLoader.builtin()
            .plan(
                new PlanText()
                    .node("a", "test::fixed_source", "'row_count':2")
                    .node("s", "test::sleep", "'duration_ms':1000", "a")
                    .outputs("s"));
    List<CompletableFuture<PlanAnswer>> answers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      answers.add(engine.submit(plan, REQUEST));
    }

    Void _ = scheduler.await(all(answers));

    assertThat(scheduler.nanoTime()).isEqualTo(Duration.ofSeconds(1).toNanos());
    assertThat(answers).allMatch(answer -> answer.join() instanceof PlanAnswer.Rows);
    scheduler.runUntilIdle();
    assertThat(engine.counters().live()).isZero();
    assertThat(engine.counters().nodesEnded()).isEqualTo(2L * MANY);
  }

  @Test
  void manyRequestsWaitForIoOnOneWorkerAndAllAreAnswered() throws Exception {
    Queue<NodeReply> waiting = new ConcurrentLinkedQueue<>();
    TestPlan nodes = new TestPlan();
    int io = nodes.add((NodeCode.Async) (_, reply) -> waiting.add(reply));
    int _ = nodes.add((NodeCode.Sync) input -> input.rows(), io);
    CompiledPlan plan = nodes.build();
    PlanEngine engine = engine(EngineConfig.defaults());
    List<CompletableFuture<PlanAnswer>> answers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      answers.add(engine.submit(plan, REQUEST));
    }

    await().until(() -> waiting.size() == MANY);
    assertThat(engine.counters().live()).isEqualTo(MANY);
    waiting.forEach(reply -> reply.complete(TestPlan.ONE_ROW));

    Void _ = all(answers).get();
    await().until(() -> engine.counters().live() == 0);
    assertThat(engine.counters().nodesEnded()).isEqualTo(2L * MANY);
    assertThat(engine.counters().failed()).isZero();
  }

  /** The large one submits the small ones, before it begins: no other thread has a part in it. */
  @Test
  void smallRequestsOvertakeOneOfMillionsOfRowsOnOneWorker() throws Exception {
    int small = 100;
    PlanEngine engine = engine(EngineConfig.defaults());
    CompiledPlan smallPlan =
        TestLoader.builtin()
            .plan(new PlanText().node("a", "test::fixed_source", "'row_count':5").outputs("a"));
    AtomicInteger answered = new AtomicInteger();
    AtomicInteger smallAnswered = new AtomicInteger();
    TestPlan nodes = new TestPlan();
    int source =
        nodes.add(
            (NodeCode.Sync)
                _ -> {
                  for (int i = 0; i < small; i++) {
                    var _ =
                        engine
                            .submit(smallPlan, REQUEST)
                            .thenRun(() -> {
                              int _ = answered.incrementAndGet();
                              int _ = smallAnswered.incrementAndGet();
                            });
                  }
                  return TestPlan.rows(3_000_000);
                },
            OpSpec.Cost.CHEAP);
    int _ = nodes.add(summing(), source);

    CompletableFuture<Integer> place =
        engine
            .submit(nodes.build(), REQUEST)
            .thenApply(answer -> {
              assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
              return answered.getAndIncrement();
            });

    assertThat(place.get()).as("small requests that were answered first").isEqualTo(small);
    assertThat(smallAnswered).hasValue(small);
  }

  /** Looks at every row, a batch at a time. */
  private static NodeCode summing() {
    return (NodeCode.Batched)
        input ->
            new NodeCode.BatchRun() {
              private int next;
              private double sum;

              @Override
              public boolean advance() {
                RowSet rows = input.rows();
                int end = Math.min(rows.size(), next + input.batchRows());
                for (; next < end; next++) {
                  sum += Math.log1p((double) rows.batch().ids().values()[rows.row(next)]);
                }
                return next == rows.size();
              }

              @Override
              public RowSet result() {
                return sum > 0 ? input.rows() : TestPlan.ONE_ROW;
              }
            };
  }

  /**
   * Work that ends only when all small requests have been answered: a starved one would hang it.
   */
  @Test
  void workInPiecesGivesWayForAsLongAsItTakes() throws Exception {
    int small = 100;
    AtomicInteger smallAnswered = new AtomicInteger();
    AtomicInteger pieces = new AtomicInteger();
    TestPlan nodes = new TestPlan();
    int _ =
        nodes.add(
            (NodeCode.Batched)
                _ ->
                    new NodeCode.BatchRun() {
                      @Override
                      public boolean advance() {
                        int _ = pieces.incrementAndGet();
                        return smallAnswered.get() == small;
                      }

                      @Override
                      public RowSet result() {
                        return TestPlan.ONE_ROW;
                      }
                    });
    PlanEngine engine = engine(EngineConfig.defaults());
    CompletableFuture<PlanAnswer> large = engine.submit(nodes.build(), REQUEST);
    await().until(() -> pieces.get() > 0);

    TestPlan quick = new TestPlan();
    int _ = quick.add(TestPlan.instant());
    CompiledPlan smallPlan = quick.build();
    for (int i = 0; i < small; i++) {
      assertThat(engine.run(smallPlan, REQUEST)).isInstanceOf(PlanAnswer.Rows.class);
      int _ = smallAnswered.incrementAndGet();
    }

    assertThat(large.get()).isInstanceOf(PlanAnswer.Rows.class);
  }
}
