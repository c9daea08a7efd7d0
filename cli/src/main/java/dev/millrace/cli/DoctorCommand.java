package dev.millrace.cli;

import dev.millrace.cli.Diagnosis.Finding;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code millrace doctor}: what Millrace needs, and whether it is there. */
@Command(name = "doctor", description = "Says whether this machine has what Millrace needs.")
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    var diagnosis = Diagnosis.of(Machine.current());
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? json(diagnosis, new Version()) : text(diagnosis));
    return diagnosis.problems().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  static String text(Diagnosis diagnosis) {
    String rows =
        diagnosis.findings().stream()
            .map(finding ->
                "%-8s %-10s %s\n".formatted(finding.severity(), finding.name(), finding.detail()))
            .collect(Collectors.joining());
    var problems = diagnosis.problems();
    return rows
        + (problems.isEmpty()
            ? "All right."
            : "Not all right: "
                + problems.stream().map(Finding::name).collect(Collectors.joining(", "))
                + ".");
  }

  static String json(Diagnosis diagnosis, Version version) {
    String findings =
        diagnosis.findings().stream()
            .map(finding ->
                "{\"name\":%s,\"severity\":%s,\"detail\":%s}"
                    .formatted(
                        quoted(finding.name()),
                        quoted(finding.severity().toString()),
                        quoted(finding.detail())))
            .collect(Collectors.joining(","));
    return "{\"version\":%s,\"commit\":%s,\"ok\":%s,\"findings\":[%s]}"
        .formatted(
            quoted(version.version()),
            quoted(version.commit()),
            diagnosis.problems().isEmpty(),
            findings);
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
