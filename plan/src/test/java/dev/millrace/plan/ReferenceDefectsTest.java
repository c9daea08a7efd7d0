package dev.millrace.plan;

import static java.time.Duration.ofMillis;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisReply;
import dev.millrace.plan.io.RedisScript;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Registries;
import dev.millrace.rows.RowSet;
import dev.millrace.simulation.DeterministicScheduler;
import dev.millrace.simulation.SimulationConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What the reference engine gets wrong, by the numbers of the list of its defects: ours is right.
 * Reconnecting (7) and permits (8) are in {@link RedisFaultsInPlansTest}; exit codes (14), the
 * bench (15) and the examples as they are written (16) where commands and plan scripts are tested.
 */
class ReferenceDefectsTest {

  private static final PlanRequest REQUEST = PlanRequest.of("r1", 1);
  private static final String REDIS = "'endpoint':'ep_0001'";

  private final MillraceExecutor executor =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(4));

  /** A turn takes a tenth of a millisecond, else time would stand still while a node computes. */
  private final DeterministicScheduler scheduler =
      DeterministicScheduler.create(
          SimulationConfig.ofSeed(7).withTurnTime(ofMillis(1).dividedBy(10)));

  private final TestLoader loader = TestLoader.builtin();

  @AfterEach
  void close() {
    scheduler.close();
    executor.close();
  }

  private static PlanText source() {
    return new PlanText().node("a", "test::fixed_source", "'row_count':3");
  }

  private static PlanText viewer() {
    return new PlanText().node("v", "core::viewer", REDIS);
  }

  private PlanEngine virtualEngine(RedisClients clients) {
    return PlanEngine.create(
        scheduler, clients, EngineConfig.defaults().withNanoTime(scheduler::nanoTime));
  }

  private PlanEngine realEngine(RedisClients clients) {
    return PlanEngine.create(executor, clients, EngineConfig.defaults());
  }

  private static PlanError error(PlanAnswer answer) {
    assertThat(answer).isInstanceOf(PlanAnswer.Failed.class);
    return ((PlanAnswer.Failed) answer).error();
  }

  private static List<NaiveRows> rows(PlanAnswer answer) {
    assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
    return ((PlanAnswer.Rows) answer).outputs().stream().map(NaiveRows::of).toList();
  }

  private static List<Long> ids(PlanAnswer answer) {
    return rows(answer).getFirst().rows().stream().map(NaiveRows.Row::id).toList();
  }

  // ---- 1

  @Test
  void aFastErrorIsNeverLost() throws Exception {
    CompiledPlan plan =
        loader.plan(
            source()
                .node("b", "test::sleep", "'duration_ms':0,'fail_after_sleep':true", "a")
                .node("c", "test::sleep", "'duration_ms':0", "a")
                .outputs("c"));
    CompiledPlan asOutput =
        loader.plan(
            source()
                .node("b", "test::sleep", "'duration_ms':0,'fail_after_sleep':true", "a")
                .outputs("b"));
    PlanEngine engine = realEngine(TestPlan.NO_CLIENTS);

    for (int run = 0; run < 200; run++) {
      assertThat(error(engine.run(plan, REQUEST)).node()).as("run %d", run).isEqualTo("b");
      assertThat(error(engine.run(asOutput, REQUEST)).node()).as("run %d", run).isEqualTo("b");
    }
    assertThat(engine.counters().failed()).isEqualTo(400);
  }

  // ---- 2

  @Test
  void manyRequestsWhoseNodesAllEndOnOtherThreadsAreAnswered() throws Exception {
    String json = SeedExamples.plans().get("complex_dag").json();
    CountedStore store = new CountedStore(InProcessStore.withExampleData());
    PlanEngine engine = realEngine(store);
    List<NaiveRows> expected = rows(engine.run(loader.plan(json), REQUEST));
    try (ScheduledExecutorService threads = Executors.newScheduledThreadPool(3)) {
      OpCatalog chaotic = new ChaosOps(threads, 2).of(OpCatalog.installed());
      Registries registries = loader.loader().registries();
      CompiledPlan plan = TestLoader.of(registries, chaotic, ExprBackend.compiler()).plan(json);
      List<CompletableFuture<PlanAnswer>> answers = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        answers.add(engine.submit(plan, REQUEST));
      }

      for (CompletableFuture<PlanAnswer> answer : answers) {
        assertThat(rows(answer.get())).isEqualTo(expected);
      }
    }
    assertThat(engine.counters().answered()).isEqualTo(501);
    assertThat(engine.counters().failed()).isZero();
  }

  // ---- 3

  @Test
  void failFastIsFast() throws Exception {
    CompiledPlan plan =
        loader.plan(
            source()
                .node("long", "test::sleep", "'duration_ms':2000", "a")
                .node("bad", "test::sleep", "'duration_ms':1,'fail_after_sleep':true", "a")
                .outputs("long"));
    PlanEngine engine = virtualEngine(TestPlan.NO_CLIENTS);

    PlanError error = error(scheduler.await(engine.submit(plan, REQUEST)));

    assertThat(error.node()).isEqualTo("bad");
    assertThat(virtualMillis()).isBetween(1.0, 2.0);
    scheduler.runUntilIdle();
    assertThat(engine.counters().nodesCancelled()).isOne();
    assertThat(engine.counters().live()).isZero();
    assertThat(virtualMillis()).as("nobody waited for the sleep").isLessThan(3);
  }

  private double virtualMillis() {
    return scheduler.nanoTime() / 1e6;
  }

  // ---- 4

  @Test
  void aDeadlineIsKeptOverWorkThatKeepsACoreBusy() throws Exception {
    CompiledPlan plan =
        loader.plan(
            source().node("busy", "test::busy_cpu", "'busy_wait_ms':1000", "a").outputs("a"));
    PlanEngine engine = virtualEngine(TestPlan.NO_CLIENTS);

    PlanError error =
        error(scheduler.await(engine.submit(plan, REQUEST.withDeadline(ofMillis(50)))));

    assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
    assertThat(error.message()).contains("busy (test::busy_cpu)");
    assertThat(virtualMillis()).isBetween(50.0, 52.0);
    scheduler.runUntilIdle();
    assertThat(engine.counters().nodesCancelled()).isOne();
    assertThat(virtualMillis()).as("the work has stopped").isLessThan(53);
  }

  // ---- 5

  @Test
  void aLateReplyIsDroppedAndCountedAndStartsNothing() throws Exception {
    List<RedisClient.Callback> unanswered = new ArrayList<>();
    List<RedisCommand> sent = new ArrayList<>();
    RedisClient silent =
        (commands, callback) -> {
          sent.addAll(commands);
          unanswered.add(callback);
        };
    CompiledPlan plan = loader.plan(viewer().node("f", "core::follow", REDIS, "v").outputs("f"));
    PlanEngine engine = virtualEngine(only(silent));
    PlanAnswer answer = scheduler.await(engine.submit(plan, REQUEST.withDeadline(ofMillis(5))));
    scheduler.runUntilIdle();
    assertThat(engine.counters().live()).isOne();

    unanswered.getFirst().replied(List.of(new RedisReply.Fields(Map.of("country", "US"))));
    scheduler.runUntilIdle();

    assertThat(error(answer).code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
    assertThat(engine.counters().lateCompletions()).isOne();
    assertThat(engine.counters().live()).isZero();
    assertThat(sent).containsExactly(RedisCommand.of("HGETALL", "user:1"));
  }

  private static RedisClients only(RedisClient client) {
    return new RedisClients() {
      @Override
      public RedisClient client(EndpointSpec endpoint) {
        return client;
      }

      @Override
      public void close() {}
    };
  }

  // ---- 6

  @Test
  void timersAreNeverEarly() throws Exception {
    CompiledPlan plan =
        loader.plan(source().node("s", "test::sleep", "'duration_ms':1", "a").outputs("s"));
    PlanEngine engine = realEngine(TestPlan.NO_CLIENTS);

    for (int run = 0; run < 200; run++) {
      PlanTrace.Times sleep = engine.run(plan, REQUEST.withTrace()).trace().nodes().get(1).times();
      assertThat(sleep.endNanos() - sleep.startNanos()).isGreaterThanOrEqualTo(1_000_000);
    }
  }

  @Test
  void whatIsLeftOfADeadlineIsNotRounded() throws Exception {
    CompiledPlan plan =
        loader.plan(source().node("s", "test::sleep", "'duration_ms':1000", "a").outputs("s"));
    PlanEngine engine = virtualEngine(TestPlan.NO_CLIENTS);
    Duration deadline = Duration.ofNanos(1_999_999);

    PlanError error = error(scheduler.await(engine.submit(plan, REQUEST.withDeadline(deadline))));

    assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
    assertThat(scheduler.nanoTime()).isBetween(1_999_999L, 2_200_000L);
  }

  // ---- 7

  @Test
  void readsOfANodeShareARoundTrip() throws Exception {
    CompiledPlan plan =
        loader.plan(
            viewer()
                .node("f", "core::follow", REDIS + ",'fanout':10", "v")
                .node("m", "core::media", REDIS, "f")
                .outputs("m"));
    CountedStore store = new CountedStore(InProcessStore.withExampleData());

    PlanAnswer answer = realEngine(store).run(plan, REQUEST.withTrace());

    assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
    // The user; the list; the ten users on it; the ten lists of their media.
    assertThat(store.trips()).containsExactly(1, 1, 10, 10);
    PlanTrace.Work follow = answer.trace().nodes().get(1).work();
    assertThat(follow.trips()).extracting(PlanTrace.Trip::commands).containsExactly(1, 10);
    assertThat(follow.bytes()).isPositive();
    assertThat(follow.blockedOn()).isEqualTo("redis_default");
  }

  @Test
  void aUserThatIsListedTwiceIsReadOnce() throws Exception {
    InProcessStore data = new InProcessStore();
    data.load(RedisScript.parse("HSET user:2 country US\nRPUSH follow:1 2 3 2 2"));
    CountedStore store = new CountedStore(data);
    CompiledPlan plan = loader.plan(viewer().node("f", "core::follow", REDIS, "v").outputs("f"));

    PlanAnswer answer = realEngine(store).run(plan, REQUEST);

    assertThat(ids(answer)).containsExactly(2L, 3L, 2L, 2L);
    assertThat(store.trips()).containsExactly(1, 1, 2);
  }

  // ---- 9

  @Test
  void nothingIsCopiedForANode() throws Exception {
    CompiledPlan plan =
        loader.plan(
            source()
                .node("f", "core::filter", "'pred_id':'p'", "a")
                .node("s", "core::sort", "'by':1,'order':'desc'", "f")
                .node("t", "core::take", "'count':2", "s")
                .table("pred_table", "p", "{'op':'const_bool','value':true}")
                .outputs("a", "t"));

    PlanAnswer answer = realEngine(TestPlan.NO_CLIENTS).run(plan, REQUEST);

    List<RowSet> outputs = ((PlanAnswer.Rows) answer).outputs();
    assertThat(ids(answer)).containsExactly(1L, 2L, 3L);
    assertThat(rows(answer).get(1).rows()).extracting(NaiveRows.Row::id).containsExactly(3L, 2L);
    assertThat(outputs.get(1).batch()).isSameAs(outputs.get(0).batch());
  }

  // ---- 10

  @Test
  void predicatesAreCompiledNotInterpreted() {
    List<Class<?>> programs = new ArrayList<>();
    OpSpec spec = OpSpec.of("test::probe", 0).withParam(OpParam.pred("pred_id").withRequired());
    Op probe = new OpProbe().op(spec, setup -> programs.add(setup.pred("pred_id").getClass()));
    PlanLoader usual =
        PlanLoader.create(loader.loader().registries(), OpCatalog.of(List.of(probe)));
    String above =
        "{'op':'cmp','cmp':'>','a':{'op':'key_ref','key_id':1},'b':{'op':'const_number','value':1}}";
    String json =
        new PlanText()
            .node("p", "test::probe", "'pred_id':'p'")
            .table("pred_table", "p", above)
            .outputs("p");

    CompiledPlan _ = new TestLoader(usual).plan(json);
    CompiledPlan _ = new TestLoader(usual.withBackend(ExprBackend.compiler())).plan(json);
    CompiledPlan _ = new TestLoader(usual.withBackend(ExprBackend.interpreter())).plan(json);

    assertThat(programs).hasSize(3);
    assertThat(programs.get(0)).isEqualTo(programs.get(1)).isNotEqualTo(programs.get(2));
  }

  // ---- 11

  @Test
  void whatCanBeKnownIsRefusedAtLoadAllAtOnce() {
    String bad =
        new PlanText()
            .node("no-dashes", "test::fixed_source", "'row_count':-1")
            .node("f", "core::follow", REDIS + ",'fanout':0")
            .node("v", "core::vm", "'out_key':1,'expr_id':'e'", "f")
            .node("s", "core::sort", "'by':4001,'order':'up'", "f")
            .node("p", "core::filter", "'pred_id':'p','surprise':1", "f")
            .table(
                "expr_table",
                "e",
                "{'op':'add','a':{'op':'key_ref','key_id':77},'b':{'op':'param_ref','param_id':88}}")
            .table(
                "pred_table",
                "p",
                "{'op':'regex','key_id':3001,'pattern':{'kind':'literal','value':'('}}")
            .outputs("v", "missing");

    assertThat(loader.faults(bad).stream().map(PlanFault::path))
        .contains(
            "$.nodes[0].node_id",
            "$.nodes[0].params.row_count",
            "$.nodes[1].inputs",
            "$.nodes[1].params.fanout",
            "$.nodes[2].params.out_key",
            "$.nodes[3].params.by",
            "$.nodes[4].params.surprise",
            "$.expr_table.e.a.key_id",
            "$.expr_table.e.b.param_id",
            "$.pred_table.p.pattern.value",
            "$.outputs[1]");
  }

  // ---- 12

  @Test
  void stringsCompareAsStrings() throws Exception {
    assertThat(countries("{'op':'cmp','cmp':'==','a':%s,'b':{'op':'const_string','value':'US'}}"))
        .containsExactly(2L);
    assertThat(countries("{'op':'cmp','cmp':'<','a':%s,'b':{'op':'const_string','value':'US'}}"))
        .containsExactly(3L, 4L);
    assertThat(countries("{'op':'is_null','x':%s}")).containsExactly(5L);
    assertThat(countries("{'op':'in','lhs':%s,'list':['US','CA']}")).containsExactly(2L, 3L);
  }

  /** Of the users 2 (US), 3 (CA), 4 (an empty country) and 5 (none), those that are selected. */
  private List<Long> countries(String pred) throws Exception {
    InProcessStore data = new InProcessStore();
    data.load(
        RedisScript.parse(
            "HSET user:2 country US\nHSET user:3 country CA\nHSET user:4 country \"\"\n"
                + "HSET user:5 name x\nRPUSH follow:1 2 3 4 5"));
    CompiledPlan plan =
        loader.plan(
            viewer()
                .node("f", "core::follow", REDIS, "v")
                .node("p", "core::filter", "'pred_id':'p'", "f")
                .table("pred_table", "p", pred.formatted("{'op':'key_ref','key_id':3001}"))
                .outputs("p"));
    return ids(realEngine(new CountedStore(data)).run(plan, REQUEST));
  }

  @Test
  void aLongListOfNumbersSelectsWhatAShortOneDoes() throws Exception {
    String list =
        IntStream.range(0, 2_000).mapToObj(i -> String.valueOf(5 * i)).collect(joining(","));
    CompiledPlan plan =
        loader.plan(
            new PlanText()
                .node("a", "test::fixed_source", "'row_count':10000")
                .node("p", "core::filter", "'pred_id':'p'", "a")
                .table(
                    "pred_table",
                    "p",
                    "{'op':'in','lhs':{'op':'key_ref','key_id':1},'list':[%s]}".formatted(list))
                .outputs("p"));

    List<Long> ids = ids(realEngine(TestPlan.NO_CLIENTS).run(plan, REQUEST));

    assertThat(ids).hasSize(1_999).allMatch(id -> id % 5 == 0).isSorted();
  }

  // ---- 13

  @Test
  void whatIsNoIntegerIsSkippedAndCounted() throws Exception {
    InProcessStore data = new InProcessStore();
    data.load(RedisScript.parse("RPUSH media:1 12abc 7 +7 \" 8\" \"\" -5 99999999999999999999 9"));
    CompiledPlan plan = loader.plan(source().node("m", "core::media", REDIS, "a").outputs("m"));

    PlanAnswer answer = realEngine(new CountedStore(data)).run(plan, REQUEST.withTrace());

    assertThat(ids(answer)).containsExactly(7L, -5L, 9L);
    assertThat(answer.trace().nodes().get(1).work().counts()).containsEntry("skipped", 5L);
  }

  @Test
  void anEmptyCountryIsAValueForEveryOp() throws Exception {
    InProcessStore data = new InProcessStore();
    data.load(
        RedisScript.parse("HSET user:1 country \"\"\nRPUSH follow:1 1\nRPUSH recommendation:1 1"));
    CompiledPlan plan =
        loader.plan(
            viewer()
                .node("f", "core::follow", REDIS, "v")
                .node("r", "core::recommendation", REDIS, "v")
                .outputs("v", "f", "r"));

    List<NaiveRows> outputs = rows(realEngine(new CountedStore(data)).run(plan, REQUEST));

    assertThat(outputs)
        .hasSize(3)
        .allSatisfy(each ->
            assertThat(each.rows()).containsExactly(new NaiveRows.Row(1, Map.of(3001, ""))));
  }

  @Test
  void aUserIdThatIsTooLargeIsToldAsItIs() {
    RequestParse parse =
        new RequestParser(TestLoader.builtin().loader().registries().params())
            .parse("{\"user_id\":18446744073709551615}");

    assertThat(parse.toString()).contains("18446744073709551615").doesNotContain("-1");
  }

  @Test
  void tracesListTheNodesInTheOrderOfThePlan() throws Exception {
    CompiledPlan plan =
        loader.plan(
            new PlanText()
                .node("z", "test::fixed_source", "")
                .node("m", "test::sleep", "'duration_ms':1", "z")
                .node("a", "test::fixed_source", "")
                .node("b", "test::fixed_source", "")
                .outputs("m"));
    PlanEngine engine = realEngine(TestPlan.NO_CLIENTS);

    for (int run = 0; run < 20; run++) {
      assertThat(engine.run(plan, REQUEST.withTrace()).trace().nodes())
          .extracting(PlanTrace.Node::id)
          .containsExactly("z", "m", "a", "b");
    }
  }

  // ---- 14

  @Test
  void anErrorTellsWhatFailedWhereAndWhatHadHappened() throws Exception {
    CompiledPlan plan =
        loader.plan(
            source()
                .node("long", "test::sleep", "'duration_ms':2000", "a")
                .node("v", "core::vm", "'out_key':2001,'expr_id':'e'", "a")
                .node("after", "core::take", "'count':1", "v")
                .table("expr_table", "e", "{'op':'const_null'}")
                .outputs("after"));
    PlanEngine engine = virtualEngine(TestPlan.NO_CLIENTS);

    PlanAnswer answer = scheduler.await(engine.submit(plan, REQUEST.withTrace()));

    assertThat(error(answer))
        .isEqualTo(
            new PlanError(
                PlanError.Code.NODE_FAILED,
                "vm: null result for non-nullable key 'final_score'",
                "test",
                "r1",
                "v",
                "core::vm",
                null));
    assertThat(answer.trace().nodes())
        .extracting(PlanTrace.Node::state)
        .containsExactly(
            PlanTrace.State.DONE,
            PlanTrace.State.RUNNING,
            PlanTrace.State.FAILED,
            PlanTrace.State.WAITING);
  }
}
