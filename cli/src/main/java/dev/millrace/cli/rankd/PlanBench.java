package dev.millrace.cli.rankd;

import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanRequest;
import dev.millrace.plan.json.JsonBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan many times, some of them at once: a request that is answered starts the next. An
 * error is counted and does not end the run. The times are those of answers with rows.
 */
final class PlanBench {

  private static final int WARM_UP_ITERATIONS = 20_000;
  private static final long WARM_UP_NANOS = 1_000_000_000;

  private final PlanEngine engine;
  private final CompiledPlan plan;
  private final RunFlags run;
  private final int concurrency;

  PlanBench(PlanEngine engine, CompiledPlan plan, RunFlags run, int concurrency) {
    this.engine = engine;
    this.plan = plan;
    this.run = run;
    this.concurrency = concurrency;
  }

  /** What came of it. */
  record Figures(
      int iterations,
      int warmUp,
      double totalMillis,
      Histogram times,
      Map<PlanError.Code, Integer> errors,
      @Nullable PlanError firstError) {

    /** Whether there is anything to tell from the times. */
    boolean hasAnswers() {
      return times.getTotalCount() > 0;
    }
  }

  Figures measure(int iterations) throws InterruptedException {
    Round warmUp = new Round(Math.min(WARM_UP_ITERATIONS, iterations), WARM_UP_NANOS);
    warmUp.run();
    Round round = new Round(iterations, Long.MAX_VALUE);
    long start = System.nanoTime();
    round.run();
    double millis = (System.nanoTime() - start) / 1e6;
    return new Figures(
        iterations,
        warmUp.started(),
        millis,
        round.times.take(),
        round.errorCounts(),
        round.firstError.get());
  }

  String json(Figures figures) {
    Histogram times = figures.times();
    JsonBuffer json = new JsonBuffer();
    json.beginObject().name("plan").string(plan.name());
    json.name("iterations").number(figures.iterations());
    json.name("concurrency").number(concurrency);
    json.name("within_request_parallelism").bool(true);
    json.name("async_scheduler").bool(run.asyncScheduler);
    json.name("cpu_threads").number(run.workers());
    json.name("total_ms").number(figures.totalMillis());
    json.name("throughput_rps").number(figures.iterations() / (figures.totalMillis() / 1e3));
    json.name("avg_us").number(figures.hasAnswers() ? times.getMean() / 1e3 : 0);
    percentile("p50_us", times, 50, json);
    percentile("p99_us", times, 99, json);
    json.name("min_us").number(LatencyFigures.micros(LatencyFigures.least(times)));
    json.name("max_us").number(LatencyFigures.micros(times.getMaxValue()));
    percentile("p90_us", times, 90, json);
    percentile("p999_us", times, 99.9, json);
    json.name("warmup_iterations").number(figures.warmUp());
    json.name("errors").number(figures.errors().values().stream().mapToInt(each -> each).sum());
    json.name("error_codes").beginObject();
    figures.errors().forEach((code, count) -> json.name(code.name()).number(count));
    json.endObject();
    PlanError first = figures.firstError();
    if (first != null) {
      json.name("first_error").string(first.message());
    }
    return JsonIndent.of(json.endObject().toString());
  }

  private static void percentile(String name, Histogram times, double percentile, JsonBuffer json) {
    json.name(name).number(LatencyFigures.micros(times.getValueAtPercentile(percentile)));
  }

  /** Some iterations in a row of {@link #concurrency} lanes. Thread-safe. */
  private final class Round {
    private final int iterations;
    private final long stopAt;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch lanesDone = new CountDownLatch(concurrency);
    private final LatencyFigures times = new LatencyFigures();
    private final Map<PlanError.Code, Integer> errors = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable PlanError> firstError = new AtomicReference<>();

    Round(int iterations, long nanos) {
      this.iterations = iterations;
      long now = System.nanoTime();
      this.stopAt = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : now + nanos;
    }

    void run() throws InterruptedException {
      for (int lane = 0; lane < concurrency; lane++) {
        new Lane(this).advance();
      }
      lanesDone.await();
    }

    /** The number of the next iteration; negative if there is none. */
    private int nextIteration() {
      boolean isLate = stopAt != Long.MAX_VALUE && System.nanoTime() - stopAt > 0;
      int iteration = isLate ? iterations : next.getAndIncrement();
      return iteration < iterations ? iteration : -1;
    }

    private PlanRequest request(int iteration) {
      return PlanRequest.of("bench-" + iteration, 1)
          .withDeadline(PlanBench.this.run.deadline())
          .withNodeTimeout(PlanBench.this.run.nodeTimeout());
    }

    private void note(PlanAnswer answer, long start) {
      switch (answer) {
        case PlanAnswer.Rows _ -> times.record(System.nanoTime() - start);
        case PlanAnswer.Failed failed -> {
          errors.merge(failed.error().code(), 1, Integer::sum);
          var _ = firstError.compareAndSet(null, failed.error());
        }
      }
    }

    int started() {
      return Math.min(next.get(), iterations);
    }

    Map<PlanError.Code, Integer> errorCounts() {
      return new TreeMap<>(errors);
    }
  }

  /**
   * One iteration after the other. An answer that comes while its request is still being submitted
   * leaves the next one to the submitter: answers at once do not pile up on the stack.
   */
  private final class Lane {
    private final Round round;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.SUBMITTING);

    Lane(Round round) {
      this.round = round;
    }

    void advance() {
      while (true) {
        int iteration = round.nextIteration();
        if (iteration < 0) {
          round.lanesDone.countDown();
          return;
        }
        phase.set(Phase.SUBMITTING);
        long start = System.nanoTime();
        var _ =
            engine
                .submit(plan, round.request(iteration))
                .whenComplete((answer, _) -> answered(answer, start));
        if (phase.compareAndSet(Phase.SUBMITTING, Phase.SUBMITTED)) {
          return;
        }
      }
    }

    private void answered(PlanAnswer answer, long start) {
      round.note(answer, start);
      if (!phase.compareAndSet(Phase.SUBMITTING, Phase.ANSWERED)) {
        advance();
      }
    }
  }

  /** How far the request of a lane is. */
  private enum Phase {
    SUBMITTING,
    SUBMITTED,
    ANSWERED
  }
}
