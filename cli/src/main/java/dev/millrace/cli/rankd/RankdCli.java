package dev.millrace.cli.rankd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.plan.json.ErrorJson;
import dev.millrace.plan.json.JsonBuffer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs the command line of {@code rankd} by itself, without what the other commands need: that
 * keeps one-shot calls short. Whatever goes wrong becomes one JSON object, a sentence and an exit
 * code here.
 */
public final class RankdCli {

  private RankdCli() {}

  /** Returns the exit code. */
  public static int run(Streams streams, String... args) {
    return run(streams, ClientSource.REAL, args);
  }

  static int run(Streams streams, ClientSource clients, String... args) {
    CommandLine command =
        new CommandLine(new RankdCommand(streams, clients))
            .setOut(new PrintWriter(streams.out(), true, charset(streams)))
            .setErr(streams.err())
            .setParameterExceptionHandler((failure, _) -> refuse(failure, streams))
            .setExecutionExceptionHandler((failure, _, _) -> defect(failure, streams));
    try {
      return command.execute(args);
    } catch (Throwable e) { // foreign code: ops and their libraries may throw errors
      return defect(e, streams);
    }
  }

  /** Help is text for a terminal, in whatever it speaks. */
  private static Charset charset(Streams streams) {
    return streams.out() == System.out ? System.out.charset() : UTF_8;
  }

  private static int refuse(ParameterException failure, Streams streams) {
    String detail = complaint(failure);
    Refusal refusal = Refusal.usage(detail);
    print(refusal.json(), streams);
    streams.err().println("Error: " + detail);
    streams.err().println("'rankd --help' lists the flags.");
    streams.err().flush();
    return refusal.exit().code();
  }

  private static String complaint(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      String kind = unmatched.isUnknownOption() ? "flag" : "argument";
      String unknown = "unknown %s '%s'".formatted(kind, unmatched.getUnmatched().getFirst());
      var suggestions = unmatched.getSuggestions();
      return suggestions.isEmpty()
          ? unknown
          : unknown + ", did you mean '" + String.join("' or '", suggestions) + "'?";
    }
    return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private static int defect(Throwable failure, Streams streams) {
    JsonBuffer json = new JsonBuffer();
    ErrorJson.write("Internal error", failure.toString(), "INTERNAL", null, json);
    print(json.toString(), streams);
    streams.err().println("Error: this is a defect: " + failure);
    failure.printStackTrace(streams.err());
    streams.err().flush();
    return RankdExit.DEFECT.code();
  }

  private static void print(String json, Streams streams) {
    try {
      streams.out().write((json + "\n").getBytes(UTF_8));
      streams.out().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
