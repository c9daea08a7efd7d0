package dev.millrace.bench.plan;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * A fan-out DAG: one source, 8 branches, a join; two threads on each side. In {@code fanout_small}
 * a branch computes for about a hundred nanoseconds, in {@code fanout_work} for a microsecond,
 * which leaves little to win, in {@code fanout_wait} it waits for a millisecond.
 *
 * <p>Compared are requests a second, with a fixed number of them under way; and then the 99th
 * percentile of the time that a request takes, at the same fixed rate for all: half of what the
 * slowest has reached before.
 */
final class FanOutSection implements Section {

  private static final int WORK_IN_FLIGHT = 16;
  private static final int WAIT_IN_FLIGHT = 256;
  private static final Goal AHEAD = new Goal.AtLeastTimes(1);
  private static final List<String> RIVALS = List.of("CompletableFuture", "ParSeq");
  private static final List<String> SUFFIXES = List.of("_future", "_parseq");

  @Override
  public String name() {
    return "fanout";
  }

  @Override
  public List<Row> run(Rounds rounds) throws Exception {
    List<Row> rows = new ArrayList<>();
    BenchPlans plans = new BenchPlans();
    try (BenchEngine engine = BenchEngine.start(PlanBenchOptions.WORKERS);
        FutureFanOut futures = FutureFanOut.start(PlanBenchOptions.WORKERS);
        ParSeqFanOut parSeq = ParSeqFanOut.start(PlanBenchOptions.WORKERS)) {
      for (String name : List.of("fanout_small", "fanout_work")) {
        int work = name.equals("fanout_small") ? FanOut.SMALL_ROUNDS : FanOut.WORK_ROUNDS;
        compare(
            name,
            rounds,
            WORK_IN_FLIGHT,
            List.of(
                RequestLoop.of(engine.engine(), plans.fanOutWork(work)),
                futures.working(work),
                parSeq.working(work)),
            rows);
      }
      compare(
          "fanout_wait",
          rounds,
          WAIT_IN_FLIGHT,
          List.of(
              RequestLoop.of(engine.engine(), plans.fanOutWait()), futures::await, parSeq::await),
          rows);
    }
    return rows;
  }

  /**
   * @param sides ours, then the rivals
   */
  private static void compare(
      String name, Rounds rounds, int inFlight, List<ClosedLoop.Requests> sides, List<Row> rows)
      throws Exception {
    List<Sample> throughput =
        rounds.measure(
            sides.stream().map(side -> ClosedLoop.of(inFlight, side)).toArray(Load[]::new));
    double slowest = throughput.stream().mapToDouble(Sample::perSecond).min().orElseThrow();
    List<Sample> latency =
        rounds.measure(
            sides.stream().map(side -> FixedRate.of(side, slowest / 2)).toArray(Load[]::new));
    for (int rival = 0; rival < RIVALS.size(); rival++) {
      rows.add(
          Row.against(
              name + SUFFIXES.get(rival),
              Unit.REQUESTS_A_SECOND,
              throughput.get(0).perSecond(),
              RIVALS.get(rival),
              throughput.get(rival + 1).perSecond(),
              AHEAD));
      rows.add(
          Row.against(
              name + SUFFIXES.get(rival) + "_p99",
              Unit.MICROS,
              latency.get(0).p99() / 1e3,
              RIVALS.get(rival),
              latency.get(rival + 1).p99() / 1e3,
              AHEAD));
    }
  }
}
