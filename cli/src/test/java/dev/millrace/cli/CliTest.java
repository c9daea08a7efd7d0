package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CliTest {
  private record Result(int exit, String out, String err) {}

  private static Result millrace(String... args) {
    return millrace(Map.of(), args);
  }

  private static Result millrace(Map<String, String> environment, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit = Cli.run(new PrintWriter(out), new PrintWriter(err), environment, args);
    return new Result(exit, out.toString(), err.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--help", "-h"})
  void helpListsTheCommands(String argument) {
    var result = argument.isEmpty() ? millrace() : millrace(argument);

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("doctor", "plan", "bench", "stress");
    assertThat(result.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"doctor", "plan", "bench", "stress"})
  void everyCommandHasHelp(String command) {
    var result = millrace(command, "--help");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).startsWith("Usage: millrace " + command);
  }

  @Test
  void versionNamesVersionCommitAndJdk() {
    var result = millrace("--version");

    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .matches("millrace \\d+\\.\\d+\\.\\S+ \\(commit \\w+(, changed)?\\) on JDK 2\\d\\S*\\R");
  }

  @ParameterizedTest
  @CsvSource({
    "nonsense, unknown command 'nonsense', 'millrace --help'",
    "doctro, unknown command 'doctro', Did you mean 'doctor'",
    "--nonsense, unknown option '--nonsense', 'millrace --help'",
    "doctor --jsn, unknown option '--jsn', Did you mean '--json'",
    "doctor now, unknown argument 'now', 'millrace doctor --help'",
    "bench, bench: which benchmark?, 'millrace bench --help'",
    "stress, stress: which soak?, 'millrace stress --help'",
  })
  void wrongUseIsOneLineAndAHint(String arguments, String complaint, String hint) {
    var result = millrace(arguments.split(" ", -1));

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines()).hasSize(2);
    assertThat(result.err().lines().findFirst()).hasValue("millrace: " + complaint);
    assertThat(result.err()).contains(hint);
  }

  @Test
  void theStackTraceIsShownOnDemandOnly() {
    String trace = "\tat " + Cli.class.getName();

    assertThat(millrace("nonsense").err()).doesNotContain(trace);
    assertThat(millrace("--verbose", "nonsense").err()).contains(trace);
    assertThat(millrace(Map.of(Cli.DEBUG_VARIABLE, "1"), "nonsense").err()).contains(trace);
  }

  @Test
  void doctorFindsThisMachineFit() {
    var result = millrace("doctor");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("jdk", "memory", "cores", "port 8080").contains("All right.");
  }

  @Test
  void doctorSpeaksJson() {
    var result = millrace("doctor", "--json");

    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .startsWith("{\"version\":\"")
        .contains("\"ok\":true,\"findings\":[{\"name\":\"jdk\",\"severity\":\"ok\",\"detail\":\"");
  }
}
