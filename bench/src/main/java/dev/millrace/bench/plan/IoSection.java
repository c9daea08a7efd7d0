package dev.millrace.bench.plan;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanRequest;
import dev.millrace.plan.io.RedisCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The plan viewer, follow, vm, filter, take on a real Redis server on this machine: the viewer, the
 * list of those it follows, then those ten. A thousand users, each request another one, so that
 * reads are rarely shared.
 *
 * <p>One request at a time, from a thread that waits for the answer, against the same three round
 * trips on a bare connection. And a hundred at a time, commands on the wire a second: against bare
 * connections that send the commands of many requests at once, and against redis-benchmark with
 * pipelining where it is installed.
 */
final class IoSection implements Section {

  private static final int IN_FLIGHT = 100;
  private static final int COUNTED = 200;
  private static final int DIGITS = 3;
  private static final Goal MOST_LATENCY = new Goal.AtMostTimes(1.5);
  private static final Goal LEAST_THROUGHPUT = new Goal.AtLeastTimes(0.7);

  @Override
  public String name() {
    return "io";
  }

  @Override
  public List<Row> run(Rounds rounds) throws Exception {
    try (RedisServer server = RedisServer.start();
        BareRedis bare = BareRedis.connect(server);
        BenchEndpoint endpoint = BenchEndpoint.of(server);
        BenchEngine engine = BenchEngine.start(PlanBenchOptions.WORKERS, endpoint)) {
      bare.fill();
      CompiledPlan plan = new BenchPlans().reels();
      List<Row> rows = new ArrayList<>();
      counts(engine.engine(), plan, endpoint, rows);
      rows.add(latency(rounds, engine.engine(), plan, bare));
      Load ours =
          new WireLoad(
              endpoint,
              ClosedLoop.of(IN_FLIGHT, new RequestLoop(engine.engine(), plan, BareRedis::userOf)));
      throughput(rounds, ours, server, rows);
      return rows;
    }
  }

  private static void counts(
      PlanEngine engine, CompiledPlan plan, BenchEndpoint endpoint, List<Row> rows)
      throws InterruptedException {
    ask(engine, plan, 1);
    RedisCounts before = endpoint.counts();
    for (int i = 0; i < COUNTED; i++) {
      ask(engine, plan, BareRedis.userOf(i));
    }
    RedisCounts after = endpoint.counts();
    rows.add(
        Row.against(
            "io_commands",
            Unit.COMMANDS,
            (double) (after.commands() - before.commands()) / COUNTED,
            "what the plan reads",
            BareRedis.COMMANDS,
            new Goal.AtMostTimes(1)));
    rows.add(
        Row.against(
            "io_round_trips",
            Unit.ROUND_TRIPS,
            (double) (after.writes() - before.writes()) / COUNTED,
            "one by one",
            BareRedis.COMMANDS,
            new Goal.AtMost(3)));
  }

  private static Row latency(Rounds rounds, PlanEngine engine, CompiledPlan plan, BareRedis bare)
      throws Exception {
    List<Sample> samples =
        rounds.measure(
            new OneByOne(user -> ask(engine, plan, user)), new OneByOne(bare::threeRoundTrips));
    return Row.against(
        "io_latency_p50",
        Unit.MICROS,
        samples.get(0).p50() / 1e3,
        "3 bare round trips",
        samples.get(1).p50() / 1e3,
        MOST_LATENCY);
  }

  private static void ask(PlanEngine engine, CompiledPlan plan, long user)
      throws InterruptedException {
    if (engine.run(plan, PlanRequest.of("bench", user)) instanceof PlanAnswer.Failed failed) {
      throw new IllegalStateException(failed.error().toString());
    }
  }

  private static void throughput(Rounds rounds, Load ours, RedisServer server, List<Row> rows)
      throws Exception {
    Optional<RedisBenchmark> tool = RedisBenchmark.find(System.getenv().getOrDefault("PATH", ""));
    try (PipelineLoad bare = new PipelineLoad(server, PlanBenchOptions.WORKERS)) {
      List<Load> loads = new ArrayList<>(List.of(ours, bare));
      List<Double> figures = new ArrayList<>();
      tool.ifPresent(found -> loads.add(new ToolLoad(found, server.port(), rounds, figures)));
      List<Sample> samples = rounds.measure(loads.toArray(Load[]::new));
      double perSecond = samples.get(0).perSecond();
      rows.add(throughput("io_throughput", perSecond, "bare pipeline", samples.get(1).perSecond()));
      if (tool.isPresent()) {
        int counted = rounds.options().rounds();
        double theirs = Sample.median(figures.subList(figures.size() - counted, figures.size()));
        rows.add(throughput("io_throughput_tool", perSecond, "redis-benchmark", theirs));
      }
    }
  }

  private static Row throughput(String name, double ours, String rival, double theirs) {
    return Row.against(name, Unit.COMMANDS_A_SECOND, ours, rival, theirs, LEAST_THROUGHPUT);
  }

  /** A request, and waiting for it. */
  private interface Ask {
    void ask(long user) throws InterruptedException;
  }

  /** One request at a time, timed. */
  private static final class OneByOne implements Load {
    private final Ask ask;
    private final Histogram latencies = new Histogram(DIGITS);
    private long number;

    OneByOne(Ask ask) {
      this.ask = ask;
    }

    @Override
    public long run(long until) throws InterruptedException {
      latencies.reset();
      long now = System.nanoTime();
      do {
        long start = now;
        ask.ask(BareRedis.userOf(number++));
        now = System.nanoTime();
        latencies.recordValue(now - start);
      } while (now < until);
      return latencies.getTotalCount();
    }

    @Override
    public @Nullable Histogram latencies() {
      return latencies;
    }
  }

  /** Counts commands on the wire instead of requests. */
  private record WireLoad(BenchEndpoint endpoint, Load requests) implements Load {

    @Override
    public long run(long until) throws Exception {
      long before = endpoint.counts().commands();
      long _ = requests.run(until);
      return endpoint.counts().commands() - before;
    }
  }

  /**
   * A run of redis-benchmark, which measures itself: the start of its process does not count.
   *
   * @param figures is told its commands a second
   */
  private record ToolLoad(RedisBenchmark tool, int port, Rounds rounds, List<Double> figures)
      implements Load {

    @Override
    public long run(long until) throws Exception {
      figures.add(tool.commandsPerSecond(port, rounds.options().roundTime().toMillis()));
      return 1;
    }
  }
}
