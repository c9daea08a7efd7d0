package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.cli.rankd.RankdCli;
import dev.millrace.cli.rankd.Streams;
import java.io.ByteArrayInputStream;
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
    for (List<String> run : RUNS) {
      Streams streams =
          new Streams(
              new ByteArrayInputStream(REQUEST.getBytes(UTF_8)),
              OutputStream.nullOutputStream(),
              nowhere,
              System.getenv());
      // How a run ends does not matter: also a refusal is worth to be fast.
      int _ = RankdCli.run(streams, run.toArray(String[]::new));
    }
    nowhere.println(DoctorCommand.text(Diagnosis.of(Machine.current())));
    return ExitCode.OK;
  }
}
