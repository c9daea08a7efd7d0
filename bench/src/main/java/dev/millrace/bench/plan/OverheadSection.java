package dev.millrace.bench.plan;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanRequest;
import java.util.List;

/**
 * What a request costs beside its work.
 *
 * <p>The pipeline source, vm, filter, sort, take over 10 rows against a hand-written method that
 * does the same on arrays. Both are called by one thread, which waits for the answer ({@code run});
 * then the requests go to one worker that always has a few of them ({@code submit}), with a future
 * and what hangs on it each. Compared is processor time of the process: what a machine has to pay.
 *
 * <p>Then the plan with one node on two workers: requests a second. And what a request allocates:
 * of 10 rows in all, and for each further row, which should be the arrays of the columns (ids,
 * scores, filter, order) and nothing else.
 */
final class OverheadSection implements Section {

  private static final int ROWS = 10;
  private static final int MORE_ROWS = 1_000;
  private static final int TAKE = 5;
  private static final int IN_FLIGHT = 16;
  private static final int MANY_IN_FLIGHT = 64;
  private static final int BATCH = 64;
  private static final double MOST_TIMES = 5;
  private static final double MOST_CPU_MICROS = 3;
  private static final double LEAST_PER_SECOND = 1_000_000;

  /** Ids, scores, filter, order. */
  private static final double ARRAYS_A_ROW = 8 + 8 + 4 + 4;

  private static final double MOST_BYTES = 4_096;

  /** Where the hand-written results go, so that they are not optimised away. */
  @SuppressWarnings("unused")
  private HandWritten.Ranked last = HandWritten.pipeline(0, null, 0);

  @Override
  public String name() {
    return "overhead";
  }

  @Override
  public List<Row> run(Rounds rounds) throws Exception {
    BenchPlans plans = new BenchPlans();
    CompiledPlan pipeline = plans.pipeline(ROWS);
    Sample called;
    Sample ours;
    Sample oursOfMore;
    Sample byHand;
    try (BenchEngine one = BenchEngine.start(1)) {
      List<Sample> samples =
          rounds.measure(
              until -> call(one.engine(), pipeline, until),
              loop(one, pipeline, IN_FLIGHT),
              loop(one, plans.pipeline(MORE_ROWS), IN_FLIGHT),
              this::byHand);
      called = samples.get(0);
      ours = samples.get(1);
      oursOfMore = samples.get(2);
      byHand = samples.get(3);
    }
    Sample smallest;
    try (BenchEngine two = BenchEngine.start(PlanBenchOptions.WORKERS)) {
      smallest = rounds.measure(loop(two, plans.oneNode(), MANY_IN_FLIGHT)).getFirst();
    }
    double bytesOfRow = (oursOfMore.bytes() - ours.bytes()) / (MORE_ROWS - ROWS);
    return List.of(
        Row.against(
            "overhead_pipeline",
            Unit.NANOS_A_REQUEST,
            called.cpuNanos(),
            "hand-written",
            byHand.cpuNanos(),
            new Goal.AtMostTimes(MOST_TIMES)),
        Row.against(
            "overhead_submitted",
            Unit.NANOS_A_REQUEST,
            ours.cpuNanos(),
            "hand-written",
            byHand.cpuNanos(),
            new Goal.AtMostTimes(MOST_TIMES)),
        Row.alone(
            "overhead_pipeline_cpu",
            Unit.CPU_MICROS,
            ours.cpuNanos() / 1e3,
            new Goal.AtMost(MOST_CPU_MICROS)),
        Row.alone(
            "overhead_one_node",
            Unit.REQUESTS_A_SECOND,
            smallest.perSecond(),
            new Goal.AtLeast(LEAST_PER_SECOND)),
        Row.against(
            "overhead_bytes",
            Unit.BYTES_A_REQUEST,
            ours.bytes(),
            "hand-written",
            byHand.bytes(),
            new Goal.AtMost(MOST_BYTES)),
        Row.against(
            "overhead_bytes_of_row",
            Unit.BYTES_A_ROW,
            bytesOfRow,
            "its arrays",
            ARRAYS_A_ROW,
            new Goal.AtMostTimes(1.1)));
  }

  private static Load loop(BenchEngine engine, CompiledPlan plan, int inFlight) {
    return ClosedLoop.of(inFlight, RequestLoop.of(engine.engine(), plan));
  }

  private static long call(PlanEngine engine, CompiledPlan plan, long until)
      throws InterruptedException {
    long count = 0;
    do {
      for (int i = 0; i < BATCH; i++) {
        if (!(engine.run(plan, PlanRequest.of("bench", 1)) instanceof PlanAnswer.Rows)) {
          throw new IllegalStateException("a request failed");
        }
      }
      count += BATCH;
    } while (System.nanoTime() < until);
    return count;
  }

  private long byHand(long until) {
    long count = 0;
    do {
      for (int i = 0; i < BATCH; i++) {
        last = HandWritten.pipeline(ROWS, null, TAKE);
      }
      count += BATCH;
    } while (System.nanoTime() < until);
    return count;
  }
}
