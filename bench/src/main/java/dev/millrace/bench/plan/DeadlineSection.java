package dev.millrace.bench.plan;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Whether deadlines hold. A burst of 1,000 requests that sleep from 20 to 200 ms, each with a
 * deadline of 50 ms: how long after its deadline a request is answered, of those that sleep longer.
 * Percentiles are those of the median burst; the maximum is that of all. Against {@link
 * CompletableFuture#orTimeout}, which only reports and cancels nothing.
 *
 * <p>And how soon an error is answered that comes after 1 ms, beside a branch that sleeps for 2 s;
 * against {@link CompletableFuture#allOf}, which waits for both.
 */
final class DeadlineSection implements Section {

  private static final int REQUESTS = 1_000;
  private static final int PLANS = 40;
  private static final int DEADLINE_MILLIS = 50;
  private static final int LEAST_SLEEP = 20;
  private static final int MOST_SLEEP = 200;
  private static final int LONG_SLEEP = 2_000;
  private static final int ERRORS = 20;
  private static final long SEED = 11;
  private static final int DIGITS = 3;
  private static final double MOST_LATE_MILLIS = 3;
  private static final double MOST_ERROR_MILLIS = 10;

  /** Stretches what is asked; it is a bound, not a figure. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Override
  public String name() {
    return "deadline";
  }

  @Override
  public List<Row> run(Rounds rounds) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (BenchEngine engine = BenchEngine.start(PlanBenchOptions.WORKERS);
        ForkJoinPool pool = new ForkJoinPool(PlanBenchOptions.WORKERS)) {
      lateness(rounds, engine.engine(), pool, rows);
      rows.add(error(engine.engine()));
    }
    return rows;
  }

  // ---- deadlines

  private static void lateness(Rounds rounds, PlanEngine engine, ForkJoinPool pool, List<Row> rows)
      throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    BenchPlans plans = new BenchPlans();
    int[] sleeps = random.ints(PLANS, LEAST_SLEEP, MOST_SLEEP + 1).toArray();
    List<CompiledPlan> asleep = new ArrayList<>();
    for (int millis : sleeps) {
      asleep.add(plans.sleep(millis));
    }
    List<Histogram> ours = new ArrayList<>();
    List<Histogram> theirs = new ArrayList<>();
    int bursts = rounds.options().deadlineBursts();
    for (int i = -bursts; i < bursts; i++) {
      Histogram late = burst(number -> ask(engine, asleep.get(number % PLANS)));
      Histogram theirLate = burst(number -> ask(pool, sleeps[number % PLANS]));
      if (i >= 0) { // those before are to warm up
        ours.add(late);
        theirs.add(theirLate);
      }
    }
    rows.add(late("deadline_late_p50", median(ours, 50), median(theirs, 50)));
    rows.add(late("deadline_late_p99", median(ours, 99), median(theirs, 99)));
    rows.add(late("deadline_late_max", max(ours), max(theirs)));
  }

  private static double median(List<Histogram> bursts, double percentile) {
    long[] sorted =
        bursts.stream()
            .mapToLong(burst -> burst.getValueAtPercentile(percentile))
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }

  private static double max(List<Histogram> bursts) {
    return bursts.stream().mapToLong(Histogram::getMaxValue).max().orElseThrow();
  }

  private static Row late(String name, double ours, double theirs) {
    return Row.against(
        name,
        Unit.MILLIS,
        ours / 1e6,
        "CompletableFuture.orTimeout",
        theirs / 1e6,
        new Goal.AtMost(MOST_LATE_MILLIS));
  }

  /** A request; the future says whether it ran into its deadline. */
  private interface Asker {
    CompletableFuture<Boolean> ask(int number);
  }

  private static CompletableFuture<Boolean> ask(PlanEngine engine, CompiledPlan plan) {
    PlanRequest request =
        PlanRequest.of("bench", 1).withDeadline(Duration.ofMillis(DEADLINE_MILLIS));
    return engine
        .submit(plan, request)
        .thenApply(answer ->
            answer instanceof PlanAnswer.Failed(var error, _)
                && error.code() == PlanError.Code.DEADLINE_EXCEEDED);
  }

  private static CompletableFuture<Boolean> ask(ForkJoinPool pool, int sleepMillis) {
    return CompletableFuture.supplyAsync(
            () -> false,
            CompletableFuture.delayedExecutor(sleepMillis, TimeUnit.MILLISECONDS, pool))
        .orTimeout(DEADLINE_MILLIS, TimeUnit.MILLISECONDS)
        .exceptionally(_ -> true);
  }

  private static Histogram burst(Asker asker) throws Exception {
    Histogram late = new ConcurrentHistogram(DIGITS);
    CompletableFuture<?>[] answers = new CompletableFuture<?>[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DEADLINE_MILLIS);
      answers[i] =
          asker
              .ask(i)
              .thenAccept(expired -> {
                if (expired) {
                  late.recordValue(Math.max(0, System.nanoTime() - due));
                }
              });
    }
    var _ = CompletableFuture.allOf(answers).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    if (late.getTotalCount() == 0) {
      throw new IllegalStateException("no request ran into its deadline");
    }
    return late;
  }

  // ---- errors

  private static Row error(PlanEngine engine) throws Exception {
    CompiledPlan plan = new BenchPlans().failsBesideSleep(LONG_SLEEP);
    Histogram ours = new Histogram(DIGITS);
    for (int i = 0; i < ERRORS; i++) {
      long start = System.nanoTime();
      PlanAnswer answer = engine.run(plan, PlanRequest.of("bench", 1));
      ours.recordValue(System.nanoTime() - start);
      if (!(answer instanceof PlanAnswer.Failed)) {
        throw new IllegalStateException("no error: " + answer);
      }
    }
    return Row.against(
        "error_beside_sleep",
        Unit.MILLIS,
        ours.getValueAtPercentile(50) / 1e6,
        "CompletableFuture.allOf",
        allOfMillis(),
        new Goal.AtMost(MOST_ERROR_MILLIS));
  }

  private static double allOfMillis() throws Exception {
    long start = System.nanoTime();
    CompletableFuture<Void> fails =
        CompletableFuture.runAsync(
            () -> {
              throw new IllegalStateException("intentional failure");
            },
            CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
    CompletableFuture<Void> sleeps =
        CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(LONG_SLEEP, TimeUnit.MILLISECONDS));
    var _ =
        CompletableFuture.allOf(fails, sleeps)
            .exceptionally(_ -> null)
            .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    return (System.nanoTime() - start) / 1e6;
  }
}
