package dev.millrace.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The one place where a failure becomes what the user reads: one line that says what is wrong, for
 * a wrong command line a second one that says what to try, and a stack trace only on demand.
 */
final class ErrorLines implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private final PrintWriter err;
  private final BooleanSupplier verbose;

  ErrorLines(PrintWriter err, BooleanSupplier verbose) {
    this.err = err;
    this.verbose = verbose;
  }

  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    err.println("millrace: " + complaint(failure));
    err.println(hint(failure, command.getCommandSpec().qualifiedName()));
    traceIfVerbose(failure);
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult parseResult) {
    return report(failure);
  }

  int report(Throwable failure) {
    err.println("millrace: " + line(failure));
    traceIfVerbose(failure);
    return ExitCode.SOFTWARE;
  }

  private void traceIfVerbose(Throwable failure) {
    if (verbose.getAsBoolean()) {
      failure.printStackTrace(err);
    }
  }

  private static String complaint(ParameterException failure) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)) {
      return line(failure);
    }
    String kind =
        unmatched.isUnknownOption()
            ? "option"
            : unmatched.getCommandLine().getSubcommands().isEmpty() ? "argument" : "command";
    return "unknown %s '%s'".formatted(kind, unmatched.getUnmatched().getFirst());
  }

  private static String hint(ParameterException failure, String command) {
    List<String> suggestions =
        failure instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    String help = "'" + command + " --help' lists what there is.";
    return suggestions.isEmpty()
        ? help
        : "Did you mean '" + String.join("' or '", suggestions) + "'? " + help;
  }

  /** The message without line breaks; the type as well when there is none. */
  private static String line(Throwable failure) {
    String message = failure.getMessage();
    String text = message == null || message.isBlank() ? failure.toString() : message;
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
