package dev.millrace.stress.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The short form of {@code millrace stress executor}: ten million steps each. */
final class ExecutorSoakTest {

  private static final long OPS = 10_000_000;

  /** Some seconds will do; whoever needs this long has failed. */
  private static final long MOST_SECONDS = 90;

  @ParameterizedTest(name = "{0} workers")
  @ValueSource(ints = {1, 2, 4})
  void nothingGoesWrong(int workers) {
    StringWriter log = new StringWriter();
    SoakPlan plan = new SoakPlan(OPS, MOST_SECONDS, workers, 42);
    Findings findings = new ExecutorSoak(plan, new PrintWriter(log)).run();
    assertThat(findings.faults()).as(findings + "\n" + log).isZero();
    assertThat(findings.ops.sum()).as("ops\n" + log).isGreaterThanOrEqualTo(plan.ops());
  }

  @ParameterizedTest
  @CsvSource({"--ops, -1", "--seconds, 0", "--workers, 57", "--workers, x"})
  void aWrongNumberIsWrongUse(String option, String value) {
    StringWriter errors = new StringWriter();
    CommandLine command = new CommandLine(new ExecutorSoakCommand());
    command.setErr(new PrintWriter(errors));
    assertThat(command.execute(option, value)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains(option);
  }
}
