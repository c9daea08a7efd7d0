package dev.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DemoCommandTest {

  private final StringWriter out = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new DemoCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(out))
        .execute(args);
  }

  /** All but the one that must be done within 100 ms, which a busy machine may not manage. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8})
  void everyStepHolds(int step) {
    assertThat(run("--only", Integer.toString(step))).as(out.toString()).isZero();
    assertThat(out.toString()).contains("Held.").contains("Critical path:");
  }

  @Test
  void theStepUnderADeadlineSaysWhetherItHeld() {
    int exit = run("--only", "6");
    assertThat(out.toString()).contains(exit == 0 ? "Held." : "DID NOT HOLD");
  }

  @Test
  void aStepThatDoesNotExistIsWrongUse() {
    assertThat(run("--only", "9")).isEqualTo(2);
    assertThat(out.toString()).contains("must be 1 to 8");
  }
}
