package dev.millrace.bench.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * A fan-out DAG: one source, 8 branches, a join; two threads on each side, a fixed number of
 * requests under way, the next one begins when one ends. In {@code fanout_work} a branch computes
 * for about a microsecond, in {@code fanout_wait} it waits for a millisecond. Compared are requests
 * a second, and the 99th percentile of the time from the start of a request to its end.
 */
final class FanOutSection implements Section {

  private static final int WORK_IN_FLIGHT = 16;
  private static final int WAIT_IN_FLIGHT = 256;
  private static final Goal AHEAD = new Goal.AtLeastTimes(1);

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
      compare(
          "fanout_work",
          rounds.measure(
              ClosedLoop.timed(WORK_IN_FLIGHT, RequestLoop.of(engine.engine(), plans.fanOutWork())),
              ClosedLoop.timed(WORK_IN_FLIGHT, futures::work),
              ClosedLoop.timed(WORK_IN_FLIGHT, parSeq::work)),
          rows);
      compare(
          "fanout_wait",
          rounds.measure(
              ClosedLoop.timed(WAIT_IN_FLIGHT, RequestLoop.of(engine.engine(), plans.fanOutWait())),
              ClosedLoop.timed(WAIT_IN_FLIGHT, futures::await),
              ClosedLoop.timed(WAIT_IN_FLIGHT, parSeq::await)),
          rows);
    }
    return rows;
  }

  private static void compare(String name, List<Sample> samples, List<Row> rows) {
    compare(name + "_future", samples.get(0), "CompletableFuture", samples.get(1), rows);
    compare(name + "_parseq", samples.get(0), "ParSeq", samples.get(2), rows);
  }

  private static void compare(
      String name, Sample ours, String rival, Sample theirs, List<Row> rows) {
    rows.add(
        Row.against(
            name, Unit.REQUESTS_A_SECOND, ours.perSecond(), rival, theirs.perSecond(), AHEAD));
    rows.add(
        Row.against(
            name + "_p99", Unit.MICROS, ours.p99() / 1e3, rival, theirs.p99() / 1e3, AHEAD));
  }
}
