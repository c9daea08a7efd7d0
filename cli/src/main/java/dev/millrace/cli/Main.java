package dev.millrace.cli;

import java.io.PrintWriter;

/** Where the {@code millrace} command starts. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    var out = new PrintWriter(System.out, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    System.exit(Cli.run(out, err, System.getenv(), args));
  }
}
