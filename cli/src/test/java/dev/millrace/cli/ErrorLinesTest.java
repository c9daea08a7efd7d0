package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ErrorLinesTest {
  private final StringWriter err = new StringWriter();
  private boolean verbose;
  private final ErrorLines errors = new ErrorLines(new PrintWriter(err), () -> verbose);

  @Test
  void aFailureIsOneLine() {
    assertThat(errors.report(new IllegalStateException("no\n  such thing\n"))).isEqualTo(1);
    assertThat(err).hasToString("millrace: no such thing" + System.lineSeparator());
  }

  @Test
  void aFailureWithoutMessageIsNamedByItsType() {
    assertThat(errors.report(new StackOverflowError())).isEqualTo(1);
    assertThat(err).hasToString("millrace: java.lang.StackOverflowError" + System.lineSeparator());
  }

  @Test
  void verboseAddsTheStackTrace() {
    verbose = true;

    assertThat(errors.report(new IllegalStateException("broken"))).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("millrace: broken")
        .contains("\tat " + ErrorLinesTest.class.getName());
  }
}
