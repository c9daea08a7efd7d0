package dev.millrace.cli.rankd;

import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.EngineConfig;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanRequest;
import dev.millrace.plan.PlanTrace;
import dev.millrace.plan.RequestParse;
import dev.millrace.plan.RequestParser;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.json.ErrorJson;
import dev.millrace.plan.json.JsonBuffer;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** Runs a plan: for the request on standard input, or many times to measure it. */
final class RequestMode {

  /** One byte more than the longest request, which is then refused as too long. */
  private static final int MOST_BYTES = (1 << 20) + 1;

  private final Rankd rankd;
  private final RunFlags flags;
  private final Streams streams;

  RequestMode(Rankd rankd, RunFlags flags, Streams streams) {
    this.rankd = rankd;
    this.flags = flags;
    this.streams = streams;
  }

  /** Reads a request and answers it. */
  RankdExit answer() throws IOException, InterruptedException {
    if (!rankd.hasPlan()) {
      return answerWithoutPlan();
    }
    // The plan comes first: whether it is refused does not depend on what is asked.
    CompiledPlan plan = rankd.plans().plan();
    PlanRequest request = request();
    RedisClients clients = rankd.clients();
    try (EngineRoom room = EngineRoom.open(flags, clients, flags.engine())) {
      rankd.prepare(plan, clients);
      PlanAnswer answer = room.engine().run(plan, request);
      // Said before anything is closed: nobody shall wait for that.
      RankdExit exit = print(request, answer);
      new TraceOutput(flags, streams).write(answer);
      return exit;
    }
  }

  /** Checks the request and answers with five candidates, for a first try without any plan. */
  private RankdExit answerWithoutPlan() throws IOException {
    PlanRequest request = request();
    RowSet five = RowSet.all(ColumnBatch.ofIds(new long[] {1, 2, 3, 4, 5}));
    PlanTrace nothing = new PlanTrace("", request.requestId(), List.of(), 0, List.of());
    return print(request, new PlanAnswer.Rows(List.of(five), nothing));
  }

  private PlanRequest request() throws IOException {
    byte[] json = streams.in().readNBytes(MOST_BYTES);
    return switch (new RequestParser(rankd.registries().params()).parse(json)) {
      case RequestParse.Parsed parsed -> {
        String id = parsed.requestId();
        yield PlanRequest.of(id == null ? newId() : id, parsed.userId())
            .withParams(parsed.params())
            .withDeadline(flags.deadline())
            .withNodeTimeout(flags.nodeTimeout())
            .withTrace();
      }
      case RequestParse.Refused refused ->
          throw Refusal.request(refused.kind().text(), refused.detail());
    };
  }

  private RankdExit print(PlanRequest request, PlanAnswer answer) throws IOException {
    JsonBuffer json = new JsonBuffer();
    RankdExit exit =
        switch (answer) {
          case PlanAnswer.Rows rows -> {
            PlanTrace deltas = flags.dumpRunTrace ? rows.trace() : null;
            rankd.answerWriter().write(request.requestId(), newId(), rows.outputs(), deltas, json);
            yield RankdExit.OK;
          }
          case PlanAnswer.Failed failed -> {
            ErrorJson.write(failed, json);
            yield RankdExit.of(failed.error().code());
          }
        };
    json.newLine().writeTo(streams.out());
    streams.out().flush();
    if (answer instanceof PlanAnswer.Failed failed) {
      streams.err().println("Error: " + sentence(failed.error()));
    }
    return exit;
  }

  private static String sentence(PlanError error) {
    return error.node() == null
        ? error.message()
        : "node '%s': %s".formatted(error.node(), error.message());
  }

  private static String newId() {
    return UUID.randomUUID().toString();
  }

  /** Measures the plan; says what it does on standard error. */
  RankdExit bench(int iterations, int concurrency) throws IOException, InterruptedException {
    CompiledPlan plan = rankd.plans().plan();
    streams
        .err()
        .println(
            "Running %d iterations of %s (concurrency=%d, parallel=true, async=%s)..."
                .formatted(iterations, plan.name(), concurrency, flags.asyncScheduler));
    streams.err().flush();
    EngineConfig config = flags.engine();
    config = config.withMaxRequests(Math.max(config.maxRequests(), concurrency));
    try (EngineRoom room = EngineRoom.open(flags, rankd.clients(), config)) {
      PlanBench bench = new PlanBench(room.engine(), plan, flags, concurrency);
      PlanBench.Figures figures = bench.measure(iterations);
      String text = bench.json(figures) + "\n";
      streams.out().write(text.getBytes(StandardCharsets.UTF_8));
      streams.out().flush();
      return exit(figures);
    }
  }

  /** Errors are figures too, unless there is nothing else. */
  private RankdExit exit(PlanBench.Figures figures) {
    PlanError first = figures.firstError();
    if (first == null) {
      return RankdExit.OK;
    }
    int errors = figures.errors().values().stream().mapToInt(each -> each).sum();
    streams
        .err()
        .println(
            "Error: %d of %d iterations failed, the first: %s"
                .formatted(errors, figures.iterations(), sentence(first)));
    return figures.hasAnswers() ? RankdExit.OK : RankdExit.of(first.code());
  }
}
