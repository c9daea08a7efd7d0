package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.cli.rankd.RankdCli;
import dev.millrace.cli.rankd.Streams;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/**
 * {@code millrace warm-up}: does in one process, without a word, what short commands do. The
 * launcher runs it to make the cache that they start from.
 */
@Command(name = "warm-up", hidden = true, description = "Makes the start of commands fast.")
final class WarmUpCommand implements Callable<Integer> {

  private static final String REQUEST = "{\"request_id\":\"warm-up\",\"user_id\":1}";
  private static final String PLAN = "complex_plan";
  private static final String REDIS_PLAN = "mixed_pipeline";

  /** The first is likely to be too slow for what an endpoint is given, and to end half-way. */
  private static final int RUNS_ON_REDIS = 3;

  private static final List<List<String>> RUNS =
      List.of(
          List.of(),
          List.of("--plan_name", PLAN),
          List.of("--async_scheduler", "--plan_name", PLAN, "--deadline_ms", "1000", "--trace"),
          List.of("--plan_name", PLAN, "--node_timeout_ms", "1000", "--dump-run-trace"),
          List.of("--plan_name", "no_such_plan"),
          List.of("--list-plans"),
          List.of("--no-such-flag"),
          List.of("--help"));

  @Override
  public Integer call() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    RUNS.forEach(run -> rankd(run, nowhere));
    runOnRedis(nowhere);
    nowhere.println(DoctorCommand.text(Diagnosis.of(Machine.current())));
    return ExitCode.OK;
  }

  /** Such that also a request that reads from a real server finds its client in the cache. */
  private static void runOnRedis(PrintWriter nowhere) {
    try (WarmUpRedis redis = WarmUpRedis.open()) {
      String endpoint = "redis_default=" + redis.address();
      for (int i = 0; i < RUNS_ON_REDIS; i++) {
        rankd(List.of("--plan_name", REDIS_PLAN, "--endpoint", endpoint), nowhere);
      }
    } catch (IOException e) {
      // No port is to be had: the cache lacks the client then, and has the rest.
    }
  }

  private static void rankd(List<String> args, PrintWriter nowhere) {
    Streams streams =
        new Streams(
            new ByteArrayInputStream(REQUEST.getBytes(UTF_8)),
            OutputStream.nullOutputStream(),
            nowhere,
            System.getenv());
    // How a run ends does not matter: also a refusal is worth to be fast.
    int _ = RankdCli.run(streams, args.toArray(String[]::new));
  }
}
