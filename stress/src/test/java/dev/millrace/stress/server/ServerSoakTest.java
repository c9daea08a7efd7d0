package dev.millrace.stress.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stress.server.SoakPlan.Place;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The short form of {@code millrace stress server}. */
final class ServerSoakTest {

  private static final long SEED = 42;

  @TempDir private Path folder;

  private Findings run(SoakPlan plan) throws IOException, InterruptedException {
    var log = new StringWriter();
    var findings = new ServerSoak(plan, folder, new PrintWriter(log)).run();
    assertThat(findings.wrong()).as("seed %d: %s%n%s", plan.seed(), findings, log).isZero();
    assertThat(findings.workflows()).isPositive();
    return findings;
  }

  @Test
  void aKilledServerOnAFileLosesNothing() throws IOException, InterruptedException {
    var findings = run(new SoakPlan(new Place.Sqlite(), 1, 2, 0, 1, 60, 2, SEED));
    assertThat(findings.faults()).isEqualTo(new Findings.Faults(2, 0, 1));
    assertThat(findings.unanswered()).isPositive();
  }

  @Test
  void twoServersOnADatabaseThatIsRestartedLoseNothing() throws IOException, InterruptedException {
    var place = new Place.Postgres(null, "postgres", "postgres");
    var findings = run(new SoakPlan(place, 2, 2, 1, 0, 60, 2, SEED));
    assertThat(findings.faults()).isEqualTo(new Findings.Faults(2, 1, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "--kills, -1",
    "--servers, 2",
    "--servers, 17",
    "--restarts, 1",
    "--seconds, 0",
    "--lease, 0",
    "--store, oracle"
  })
  void aWrongNumberIsWrongUse(String option, String value) {
    var errors = new StringWriter();
    var command = new CommandLine(new ServerSoakCommand());
    command.setErr(new PrintWriter(errors));
    assertThat(command.execute(option, value)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains(option);
  }
}
