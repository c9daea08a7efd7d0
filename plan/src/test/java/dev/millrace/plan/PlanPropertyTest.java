package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import dev.millrace.rows.RowSet;
import dev.millrace.simulation.DeterministicScheduler;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * Random plans mean the same to every way of running them, and to {@link NaivePlan}: compiled and
 * interpreted expressions, one worker and four, batches of any size, inline and beside, checked,
 * simulated, and with every node suspended and resumed by other threads. One in {@link #BIG} has so
 * many rows that the usual batches are several.
 *
 * <p>{@code -Dmillrace.plans=N} more plans, {@code -Dmillrace.seed=S} one.
 */
class PlanPropertyTest {

  private static final int PLANS = Integer.getInteger("millrace.plans", 300);
  private static final int REQUESTS = 2;
  private static final int BIG = 25;

  /** The batches of big plans are larger: else they would be thousands, each with its wait. */
  private static final int BIG_FACTOR = 331;

  private static final EngineConfig DEFAULTS = EngineConfig.defaults();

  private static final MillraceExecutor ONE_WORKER =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1));
  private static final MillraceExecutor FOUR_WORKERS =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(4));
  private static final ScheduledExecutorService CHAOS_THREADS = Executors.newScheduledThreadPool(3);

  private final Registries registries = registries();
  private final TestLoader compiled = loader(OpCatalog.installed(), ExprBackend.compiler());
  private final TestLoader interpreted = loader(OpCatalog.installed(), ExprBackend.interpreter());

  /** How many answers had rows of more than one of the usual batches. */
  private int beyondABatch;

  private static Registries registries() {
    try {
      Path folder = Path.of(PlanPropertyTest.class.getResource("property").toURI());
      return Registries.load(folder, Environment.DEV);
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private TestLoader loader(OpCatalog ops, ExprBackend backend) {
    return TestLoader.of(registries, ops, backend);
  }

  @AfterAll
  static void close() {
    ONE_WORKER.close();
    FOUR_WORKERS.close();
    CHAOS_THREADS.shutdownNow();
  }

  @Test
  void everyWayToRunARandomPlanGivesTheAnswerOfTheNaiveOne() throws Exception {
    Long only = Long.getLong("millrace.seed");
    if (only != null) {
      int _ = new Trial(only).run();
      return;
    }
    int withRows = 0;
    for (long seed = 0; seed < PLANS; seed++) {
      withRows += new Trial(seed).run();
    }
    // Otherwise the trials would be all alike.
    assertThat(withRows).isBetween(PLANS * REQUESTS / 2, PLANS * REQUESTS * 19 / 20);
    assertThat(beyondABatch).isGreaterThanOrEqualTo(PLANS * REQUESTS / BIG / 4);
  }

  /** One plan, one store, some requests. */
  private final class Trial {
    private final long seed;
    private final ObjectNode json;
    private final InProcessStore store;
    private final RandomPlans random;
    private final int factor;
    private final RedisClients clients =
        new RedisClients() {
          @Override
          public RedisClient client(EndpointSpec endpoint) {
            return store;
          }

          @Override
          public void close() {}
        };

    Trial(long seed) {
      this.seed = seed;
      boolean big = seed % BIG == BIG - 1;
      factor = big ? BIG_FACTOR : 1;
      random = new RandomPlans(new Random(seed), big);
      json = random.plan();
      store = random.store();
    }

    /** Returns how many requests were answered with rows. */
    int run() throws Exception {
      try {
        return runAll();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed %d: rerun with -Dmillrace.seed=%d; plan %s".formatted(seed, seed, json), e);
      }
    }

    private int runAll() throws Exception {
      CompiledPlan fast = compiled.plan(json.toString());
      CompiledPlan slow = interpreted.plan(json.toString());
      OpCatalog chaotic = new ChaosOps(CHAOS_THREADS, seed).of(OpCatalog.installed());
      CompiledPlan chaos = loader(chaotic, ExprBackend.compiler()).plan(json.toString());
      int withRows = 0;
      for (int i = 0; i < REQUESTS; i++) {
        PlanRequest request = random.request();
        NaivePlan.Meaning meaning =
            new NaivePlan(json, store, request, RandomPlans.INT_KEYS, RandomPlans.NEVER_NULL)
                .meaning();
        withRows += meaning.failures().isEmpty() ? 1 : 0;
        beyondABatch += isBeyondABatch(meaning) ? 1 : 0;
        check("one worker", ONE_WORKER, DEFAULTS, fast, request, meaning);
        check("four workers", FOUR_WORKERS, DEFAULTS, fast, request, meaning);
        check("interpreted", ONE_WORKER, DEFAULTS, slow, request, meaning);
        check("batches of 1", ONE_WORKER, batches(1), fast, request, meaning);
        check("batches of 7", FOUR_WORKERS, batches(7), fast, request, meaning);
        check("all beside", FOUR_WORKERS, beside(), fast, request, meaning);
        check("checked", ONE_WORKER, DEFAULTS.withChecks(), fast, request, meaning);
        check("chaos", FOUR_WORKERS, batches(5), chaos, request, meaning);
        simulate(fast, request, meaning);
      }
      return withRows;
    }

    private static boolean isBeyondABatch(NaivePlan.Meaning meaning) {
      return meaning.outputs().stream().anyMatch(rows -> rows.rows().size() > DEFAULTS.batchRows());
    }

    private EngineConfig batches(int rows) {
      return DEFAULTS.withBatchRows(rows * factor);
    }

    private EngineConfig beside() {
      return batches(3).withInlineRows(1).withChecks();
    }

    private void check(
        String how,
        MillraceExecutor executor,
        EngineConfig config,
        CompiledPlan plan,
        PlanRequest request,
        NaivePlan.Meaning meaning)
        throws InterruptedException {
      PlanEngine engine = PlanEngine.create(executor, clients, config);
      same(how, engine.run(plan, request), meaning);
    }

    private void simulate(CompiledPlan plan, PlanRequest request, NaivePlan.Meaning meaning)
        throws InterruptedException {
      DeterministicScheduler scheduler = DeterministicScheduler.create(seed);
      PlanEngine engine =
          PlanEngine.create(scheduler, clients, beside().withNanoTime(scheduler::nanoTime));
      same("simulated", scheduler.await(engine.submit(plan, request)), meaning);
      scheduler.runUntilIdle();
      assertThat(engine.counters().live()).isZero();
      scheduler.close();
    }

    private static void same(String how, PlanAnswer answer, NaivePlan.Meaning meaning) {
      switch (answer) {
        case PlanAnswer.Rows(List<RowSet> outputs, _) -> {
          assertThat(meaning.failures()).as("%s: failures", how).isEmpty();
          assertThat(outputs.stream().map(NaiveRows::of).toList())
              .as(how)
              .isEqualTo(meaning.outputs());
        }
        case PlanAnswer.Failed(PlanError error, _) ->
            assertThat(meaning.failures())
                .as("%s: %s", how, error)
                .containsEntry(error.node(), error.code());
      }
    }
  }
}
