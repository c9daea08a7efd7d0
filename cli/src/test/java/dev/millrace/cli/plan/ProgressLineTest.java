package dev.millrace.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {

  private static String shown(int total, boolean terminal) {
    var err = new StringWriter();
    var progress = new ProgressLine(total, new PrintWriter(err), terminal);
    for (int i = 0; i < total; i++) {
      progress.step();
    }
    progress.done();
    return err.toString().replace(System.lineSeparator(), "\n");
  }

  @Test
  void aLogGetsALineForEachTenth() {
    assertThat(shown(1_000, false).lines())
        .hasSize(10)
        .startsWith("100/1000 plans", "200/1000 plans")
        .endsWith("1000/1000 plans");
    assertThat(shown(25, false).lines()).hasSize(10).endsWith("25/25 plans");
    assertThat(shown(1_000, false)).doesNotContain("\r", "[");
  }

  @Test
  void aTerminalGetsOneLineThatChanges() {
    assertThat(shown(100, true))
        .startsWith("\r[" + " ".repeat(40) + "] 1/100\r[")
        .endsWith("[" + "#".repeat(40) + "] 100/100\n");
  }

  @Test
  void aShortBuildSaysNothing() {
    assertThat(shown(19, true)).isEmpty();
    assertThat(shown(19, false)).isEmpty();
    assertThat(shown(0, false)).isEmpty();
  }
}
