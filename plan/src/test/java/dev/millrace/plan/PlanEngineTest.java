package dev.millrace.plan;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeReply;
import dev.millrace.plan.op.OpException;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.rows.RowSet;
import dev.millrace.simulation.DeterministicScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests on the real executor. */
class PlanEngineTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final MillraceExecutor executor =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2));
  private PlanEngine engine = engine(EngineConfig.defaults());

  private PlanEngine engine(EngineConfig config) {
    return PlanEngine.create(executor, TestPlan.NO_CLIENTS, config);
  }

  private static PlanEngine virtualEngine(DeterministicScheduler scheduler) {
    EngineConfig config = EngineConfig.defaults().withNanoTime(scheduler::nanoTime);
    return PlanEngine.create(scheduler, TestPlan.NO_CLIENTS, config);
  }

  @AfterEach
  void close() {
    engine.close();
    executor.close();
  }

  private static final PlanRequest REQUEST = PlanRequest.of("r1", 7);

  private static NodeCode failing(String message) {
    return (NodeCode.Sync)
        _ -> {
          throw new OpException(OpException.Kind.DATA, message);
        };
  }

  /** Started, and never heard of again unless the test says so. */
  private static NodeCode silent(AtomicReference<NodeReply> reply, CountDownLatch started) {
    return (NodeCode.Async)
        (_, given) -> {
          reply.set(given);
          started.countDown();
        };
  }

  private static PlanError error(PlanAnswer answer) {
    assertThat(answer).isInstanceOf(PlanAnswer.Failed.class);
    return ((PlanAnswer.Failed) answer).error();
  }

  private void awaitDrained() {
    await().until(() -> engine.counters().live() == 0);
  }

  @Test
  void answersWithTheRowsOfTheOutputsInTheirOrder() throws Exception {
    TestPlan plan = new TestPlan();
    int source = plan.add((NodeCode.Sync) _ -> TestPlan.rows(3));
    int first = plan.add((NodeCode.Sync) input -> input.rows().take(1), source);

    PlanAnswer answer = engine.run(plan.build(first, source, first), REQUEST);

    List<Integer> sizes =
        ((PlanAnswer.Rows) answer).outputs().stream().map(rows -> rows.size()).toList();
    assertThat(sizes).containsExactly(1, 3, 1);
  }

  @Test
  void whoWaitsComputesWhatIsLittleWithoutATask() throws Exception {
    List<Thread> ranOn = new ArrayList<>();
    TestPlan plan = new TestPlan();
    int source = plan.add(noting(ranOn));
    int _ = plan.add(noting(ranOn), OpSpec.Cost.CHEAP, source);
    executor.close();

    PlanAnswer answer = engine.run(plan.build(), REQUEST);

    assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
    assertThat(ranOn).containsExactly(Thread.currentThread(), Thread.currentThread());
    EngineCounters counters = engine.counters();
    assertThat(counters.requests()).isOne();
    assertThat(counters.answered()).isOne();
    assertThat(counters.live()).isZero();
    assertThat(counters.nodesStarted()).isEqualTo(2);
  }

  @Test
  void whoWaitsLeavesToWorkersWhatMayTakeLong() throws Exception {
    List<Thread> ranOn = new ArrayList<>();
    TestPlan heavy = new TestPlan();
    int source = heavy.add(noting(ranOn), OpSpec.Cost.CHEAP);
    int _ = heavy.add(noting(ranOn), OpSpec.Cost.HEAVY, source);
    TestPlan manyRows = new TestPlan();
    int rows = EngineConfig.defaults().inlineRows() + 1;
    int many = manyRows.add((NodeCode.Sync) _ -> TestPlan.rows(rows), OpSpec.Cost.CHEAP);
    int _ = manyRows.add(noting(ranOn), many);
    TestPlan inOneGo = new TestPlan();
    int _ = inOneGo.add(noting(ranOn));

    PlanAnswer _ = engine.run(heavy.build(), REQUEST);
    PlanAnswer _ = engine.run(manyRows.build(), REQUEST);
    PlanAnswer _ = engine.run(inOneGo.build(), REQUEST.withDeadline(LONG));

    assertThat(ranOn).hasSize(4);
    assertThat(ranOn.getFirst()).isSameAs(Thread.currentThread());
    assertThat(ranOn.subList(1, 4)).doesNotContain(Thread.currentThread());
    awaitDrained();
    assertThat(engine.counters().nodesStarted()).isEqualTo(5);
  }

  @Test
  void anErrorOfWhatWasComputedWithoutATaskIsCounted() throws Exception {
    TestPlan plan = new TestPlan();
    int source = plan.add(failing("no such luck"));
    int _ = plan.add(TestPlan.sleeping(LONG), source);

    PlanError error = error(engine.run(plan.build(), REQUEST));

    assertThat(error.message()).isEqualTo("no such luck");
    EngineCounters counters = engine.counters();
    assertThat(counters.failed()).isOne();
    assertThat(counters.answered()).isOne();
    assertThat(counters.live()).isZero();
    assertThat(counters.nodesStarted()).isOne();
  }

  private static NodeCode noting(List<Thread> ranOn) {
    return (NodeCode.Sync)
        _ -> {
          ranOn.add(Thread.currentThread());
          return TestPlan.ONE_ROW;
        };
  }

  @Test
  void aPlanWithoutNodesIsAnsweredWithNothing() throws Exception {
    PlanAnswer answer = engine.run(new TestPlan().build(), REQUEST);

    assertThat(((PlanAnswer.Rows) answer).outputs()).isEmpty();
    awaitDrained();
  }

  @Test
  void theFirstErrorIsTheAnswerWhileALongSleepIsGivenUp() throws Exception {
    TestPlan plan = new TestPlan();
    int _ = plan.add(TestPlan.sleeping(LONG));
    int _ = plan.add(failing("no such luck"));

    PlanError error = error(engine.run(plan.build(), REQUEST));

    assertThat(error.code()).isEqualTo(PlanError.Code.NODE_FAILED);
    assertThat(error.node()).isEqualTo("n1");
    assertThat(error.message()).isEqualTo("no such luck");
    awaitDrained();
    assertThat(engine.counters().nodesCancelled()).isOne();
  }

  @Test
  void anErrorInANodeThatNoOutputNeedsFailsTheRequest() throws Exception {
    TestPlan plan = new TestPlan();
    int output = plan.add(TestPlan.instant());
    int _ = plan.add(failing("unused"));

    assertThat(error(engine.run(plan.build(output), REQUEST)).node()).isEqualTo("n1");
  }

  @Test
  void theDeadlineIsTheAnswerAndALateReplyIsCounted() throws Exception {
    AtomicReference<NodeReply> reply = new AtomicReference<>();
    TestPlan plan = new TestPlan();
    int node = plan.add(silent(reply, new CountDownLatch(1)));
    int _ = plan.add(TestPlan.instant(), node);
    DeterministicScheduler scheduler = DeterministicScheduler.create(1);
    engine = virtualEngine(scheduler);

    PlanError error =
        error(
            scheduler.await(
                engine.submit(plan.build(), REQUEST.withDeadline(Duration.ofMillis(5)))));

    assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
    assertThat(error.message()).contains("5.0 ms").contains("n0 (test::node)");
    assertThat(scheduler.nanoTime()).isEqualTo(Duration.ofMillis(5).toNanos());
    assertThat(engine.counters().live()).isOne();

    reply.get().complete(TestPlan.ONE_ROW);
    scheduler.runUntilIdle();
    assertThat(engine.counters().live()).isZero();
    assertThat(engine.counters().lateCompletions()).isOne();
    assertThat(engine.counters().nodesStarted()).isOne();
  }

  @Test
  void aDeadlineThatHasPassedStartsNothing() throws Exception {
    TestPlan plan = new TestPlan();
    int _ = plan.add(TestPlan.instant());

    PlanError error = error(engine.run(plan.build(), REQUEST.withDeadline(Duration.ZERO)));

    assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
    awaitDrained();
    assertThat(engine.counters().nodesStarted()).isZero();
  }

  @Test
  void aNodeThatTakesTooLongIsNamed() throws Exception {
    TestPlan plan = new TestPlan();
    int _ = plan.add(TestPlan.instant());
    int _ = plan.add(TestPlan.sleeping(LONG));

    PlanError error =
        error(engine.run(plan.build(), REQUEST.withNodeTimeout(Duration.ofMillis(5))));

    assertThat(error.code()).isEqualTo(PlanError.Code.NODE_TIMEOUT);
    assertThat(error.node()).isEqualTo("n1");
  }

  @Test
  void workInPiecesStopsAtTheDeadline() throws Exception {
    TestPlan plan = new TestPlan();
    int _ = plan.add(TestPlan.pieces(Integer.MAX_VALUE));

    PlanError error = error(engine.run(plan.build(), REQUEST.withDeadline(Duration.ofMillis(5))));

    assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
    awaitDrained();
    assertThat(engine.counters().nodesCancelled()).isOne();
  }

  @Test
  void aNodeThatBlocksItsThreadHoldsUpNeitherWorkersNorTheDeadline() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    TestPlan plan = new TestPlan();
    for (int i = 0; i < 4; i++) { // more than there are workers
      int _ =
          plan.add(
              (NodeCode.Sync)
                  _ -> {
                    release.await();
                    return TestPlan.ONE_ROW;
                  },
              OpSpec.Cost.HEAVY);
    }

    PlanError error = error(engine.run(plan.build(), REQUEST.withDeadline(Duration.ofMillis(5))));

    assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
    release.countDown();
    awaitDrained();
  }

  @Test
  void aNodeDoneInOneGoHoldsUpNoDeadlineEvenWithOneWorker() throws Exception {
    CountDownLatch sorted = new CountDownLatch(1);
    int rows = EngineConfig.defaults().inlineRows() + 1;
    TestPlan plan = new TestPlan();
    int many = plan.add((NodeCode.Sync) _ -> TestPlan.rows(rows), OpSpec.Cost.CHEAP);
    int _ =
        plan.add(
            (NodeCode.Sync)
                input -> {
                  sorted.await();
                  return input.rows();
                },
            many);
    try (MillraceExecutor one = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1));
        PlanEngine engineOfOne =
            PlanEngine.create(one, TestPlan.NO_CLIENTS, EngineConfig.defaults())) {
      PlanRequest request = REQUEST.withDeadline(Duration.ofMillis(20));

      PlanError error = error(engineOfOne.submit(plan.build(), request).get(60, SECONDS));

      assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
      sorted.countDown();
    }
  }

  @Test
  void aRequestWhoseNodesGiveTooManyRowsFails() throws Exception {
    engine = engine(EngineConfig.defaults().withMaxRows(1_000));
    TestPlan plan = new TestPlan();
    int last = plan.add((NodeCode.Sync) _ -> TestPlan.ONE_ROW);
    for (int i = 0; i < 60; i++) { // it would be as many rows as there are grains on a chessboard
      last =
          plan.add(
              (NodeCode.Sync) input -> RowSet.concat(input.rows(0), input.rows(1)), last, last);
    }

    PlanError error = error(engine.run(plan.build(), REQUEST));

    assertThat(error.code()).isEqualTo(PlanError.Code.NODE_FAILED);
    assertThat(error.node()).isEqualTo("n9");
    assertThat(error.message())
        .isEqualTo(
            "too many rows: with its 512, the nodes of this request have given more than 1000");
    awaitDrained();
  }

  @Test
  void cancellingTheFutureCancelsTheRequest() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    TestPlan plan = new TestPlan();
    int _ =
        plan.add(
            (NodeCode.Async)
                (_, reply) -> {
                  reply.onCancel(cancelled::countDown);
                  started.countDown();
                });

    CompletableFuture<PlanAnswer> answer = engine.submit(plan.build(), REQUEST);
    started.await();
    assertThat(answer.cancel(true)).isTrue();

    assertThat(error(answer.get()).code()).isEqualTo(PlanError.Code.CANCELLED);
    assertThat(cancelled.await(60, SECONDS)).isTrue();
    awaitDrained();
    assertThat(answer.cancel(true)).isFalse();
  }

  @Test
  void whoSaysTooLateHowToStopIsStoppedAtOnce() throws Exception {
    AtomicReference<NodeReply> reply = new AtomicReference<>();
    TestPlan plan = new TestPlan();
    CountDownLatch started = new CountDownLatch(1);
    int _ = plan.add(silent(reply, started));
    CompletableFuture<PlanAnswer> answer = engine.submit(plan.build(), REQUEST);
    started.await();
    assertThat(answer.cancel(false)).isTrue();

    CountDownLatch stopped = new CountDownLatch(1);
    // The answer comes before the request gives its nodes up, so this may come before or after.
    reply.get().onCancel(stopped::countDown);

    assertThat(stopped.await(60, SECONDS)).isTrue();
    awaitDrained();
    assertThat(engine.counters().nodesCancelled()).isOne();
  }

  @Test
  void closingAnswersWhatIsUnderWayAndRefusesMore() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    AtomicReference<NodeReply> reply = new AtomicReference<>();
    TestPlan plan = new TestPlan();
    int _ = plan.add(silent(reply, started));
    CompletableFuture<PlanAnswer> answer = engine.submit(plan.build(), REQUEST);
    started.await();

    engine.close();

    assertThat(error(answer.get()).message()).isEqualTo("the engine was closed");
    assertThat(error(engine.run(plan.build(), REQUEST)).message())
        .isEqualTo("the engine is closed");
    assertThat(engine.counters().refused()).isOne();
    reply.get().complete(TestPlan.ONE_ROW);
    awaitDrained();
  }

  @Test
  void moreRequestsThanAllowedAreRefused() throws Exception {
    engine = engine(EngineConfig.defaults().withMaxRequests(1));
    CountDownLatch started = new CountDownLatch(1);
    AtomicReference<NodeReply> reply = new AtomicReference<>();
    TestPlan plan = new TestPlan();
    int _ = plan.add(silent(reply, started));
    CompletableFuture<PlanAnswer> first = engine.submit(plan.build(), REQUEST);
    started.await();

    assertThat(error(engine.run(plan.build(), REQUEST)).code())
        .isEqualTo(PlanError.Code.OVERLOADED);

    reply.get().complete(TestPlan.ONE_ROW);
    assertThat(first.get()).isInstanceOf(PlanAnswer.Rows.class);
  }

  @Test
  void aBrokenPromiseOfAnOpIsFoundWhenAskedFor() throws Exception {
    TestPlan plan = new TestPlan();
    int _ = plan.add((NodeCode.Sync) _ -> TestPlan.rows(3).take(2));

    assertThat(engine.run(plan.build(), REQUEST)).isInstanceOf(PlanAnswer.Rows.class);
    PlanError error = error(engine.run(plan.build(), REQUEST.withChecks()));

    assertThat(error.code()).isEqualTo(PlanError.Code.CONTRACT_VIOLATED);
    assertThat(error.message()).contains("rows are not dense");
  }

  @Test
  void whatAnOpThrowsByMistakeIsAnInternalErrorOfItsNode() throws Exception {
    TestPlan plan = new TestPlan();
    int _ =
        plan.add(
            (NodeCode.Sync)
                _ -> {
                  throw new IllegalStateException("oops");
                });

    PlanError error = error(engine.run(plan.build(), REQUEST));

    assertThat(error.code()).isEqualTo(PlanError.Code.INTERNAL);
    assertThat(error.message()).contains("IllegalStateException").contains("oops");
  }

  @Test
  void whatANodePutsOffIsDoneInTheOrderOfItsTimesAndNeverEarly() throws Exception {
    DeterministicScheduler scheduler = DeterministicScheduler.create(1);
    long began = scheduler.nanoTime();
    List<Duration> ended = new ArrayList<>();
    TestPlan plan = new TestPlan();
    for (int millis : new int[] {30, 10, 20, 10, 0}) {
      int _ =
          plan.add(
              (NodeCode.Async)
                  (_, reply) ->
                      reply.after(
                          Duration.ofMillis(millis),
                          () -> {
                            ended.add(Duration.ofNanos(scheduler.nanoTime() - began));
                            reply.complete(TestPlan.rows(1));
                          }));
    }

    PlanAnswer answer = scheduler.await(virtualEngine(scheduler).submit(plan.build(0), REQUEST));

    assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
    assertThat(ended).isSorted();
    assertThat(ended).extracting(Duration::toMillis).containsExactly(0L, 10L, 10L, 20L, 30L);
  }

  @Test
  void whatANodePutsOffAndThrowsIsItsError() throws Exception {
    TestPlan plan = new TestPlan();
    int _ =
        plan.add(
            (NodeCode.Async)
                (_, reply) ->
                    reply.after(
                        Duration.ofMillis(1),
                        () -> {
                          throw new IllegalStateException("oops");
                        }));

    PlanError error = error(engine.run(plan.build(), REQUEST));

    assertThat(error.message()).contains("oops");
    assertThat(error.node()).isEqualTo("n0");
  }

  @Test
  void aNodeMayPutSomethingOffFromAnyThread() throws Exception {
    AtomicReference<NodeReply> reply = new AtomicReference<>();
    CountDownLatch started = new CountDownLatch(1);
    TestPlan plan = new TestPlan();
    int _ = plan.add(silent(reply, started));
    CompletableFuture<PlanAnswer> answer = engine.submit(plan.build(), REQUEST);
    started.await();

    NodeReply given = reply.get();
    given.after(Duration.ofMillis(1), () -> given.complete(TestPlan.rows(1)));

    assertThat(answer.get(60, SECONDS)).isInstanceOf(PlanAnswer.Rows.class);
  }

  @Test
  void theTraceTellsWhatEachNodeDid() throws Exception {
    TestPlan plan = new TestPlan();
    int source = plan.add((NodeCode.Sync) _ -> TestPlan.rows(3));
    int slow =
        plan.add(
            (NodeCode.Async)
                (input, reply) ->
                    reply.after(Duration.ofMillis(1), () -> reply.complete(input.rows())),
            source);
    int quick = plan.add(TestPlan.pieces(2), source);
    int join = plan.add((NodeCode.Sync) input -> input.rows(1), quick, slow);

    DeterministicScheduler scheduler = DeterministicScheduler.create(1);
    PlanEngine virtual = virtualEngine(scheduler);
    PlanTrace trace =
        scheduler.await(virtual.submit(plan.build(join), REQUEST.withTrace())).trace();

    assertThat(trace.nodes()).extracting(PlanTrace.Node::state).containsOnly(PlanTrace.State.DONE);
    assertThat(trace.nodes())
        .extracting(node -> node.work().lane())
        .containsExactly("inline", "timer", "inline", "inline");
    assertThat(trace.nodes().get(quick).work().batches()).isEqualTo(2);
    assertThat(trace.nodes().get(join).work().rowsIn()).isEqualTo(4);
    assertThat(trace.nodes().get(join).inputs()).containsExactly("n2", "n1");
    assertThat(trace.criticalPath()).containsExactly("n0", "n1", "n3");
    for (PlanTrace.Node node : trace.nodes()) {
      PlanTrace.Times times = node.times();
      assertThat(times.readyNanos()).isBetween(0L, times.startNanos());
      assertThat(times.startNanos()).isLessThanOrEqualTo(times.endNanos());
      assertThat(times.endNanos()).isLessThanOrEqualTo(trace.endNanos());
    }
  }

  @Test
  void manyRequestsShareTheWorkers() throws Exception {
    TestPlan plan = new TestPlan();
    int source = plan.add(TestPlan.instant());
    int left = plan.add(TestPlan.sleeping(Duration.ofMillis(1)), source);
    int right = plan.add(TestPlan.pieces(3), source);
    int _ = plan.add(TestPlan.instant(), left, right);
    CompiledPlan built = plan.build();

    List<CompletableFuture<PlanAnswer>> answers = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      answers.add(engine.submit(built, REQUEST));
    }
    for (CompletableFuture<PlanAnswer> answer : answers) {
      assertThat(answer.get()).isInstanceOf(PlanAnswer.Rows.class);
    }
    awaitDrained();
    assertThat(engine.counters().nodesEnded()).isEqualTo(20_000);
  }
}
