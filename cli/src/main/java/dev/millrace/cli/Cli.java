package dev.millrace.cli;

import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;

/** Runs a command line and turns whatever goes wrong into one line and an exit code. */
final class Cli {
  /** Set to anything: errors come with their stack trace, as with {@code --verbose}. */
  static final String DEBUG_VARIABLE = "MILLRACE_DEBUG";

  private Cli() {}

  static int run(
      PrintWriter out, PrintWriter err, Map<String, String> environment, String... args) {
    var root = new MillraceCommand();
    var errors =
        new ErrorLines(
            err, () -> root.verbose || !environment.getOrDefault(DEBUG_VARIABLE, "").isEmpty());
    var commandLine =
        new CommandLine(root)
            .setOut(out)
            .setErr(err)
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors);
    try {
      return commandLine.execute(args);
    } catch (Throwable failure) { // Errors too: commands run code that is not ours to trust
      return errors.report(failure);
    }
  }
}
