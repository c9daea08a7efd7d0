package dev.millrace.cli;

import dev.millrace.cli.rankd.RankdCli;
import dev.millrace.cli.rankd.Streams;
import java.io.PrintWriter;
import java.util.Arrays;

/** Where the {@code millrace} command starts. */
public final class Main {
  private static final String RANKD = "rankd";

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals(RANKD)) {
      // By itself: a one-shot request shall not wait for the classes of all other commands.
      System.exit(RankdCli.run(Streams.ofProcess(), Arrays.copyOfRange(args, 1, args.length)));
    }
    var out = new PrintWriter(System.out, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    System.exit(Cli.run(out, err, System.getenv(), args));
  }
}
