package dev.millrace.cli.rankd;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Map;

/**
 * What a process has: its streams and its environment. JSON goes to {@code out} as UTF-8 whatever
 * the locale; {@code err} is for people.
 */
public record Streams(
    InputStream in, OutputStream out, PrintWriter err, Map<String, String> environment) {

  public Streams {
    requireNonNull(in, "in is null");
    requireNonNull(out, "out is null");
    requireNonNull(err, "err is null");
    environment = Map.copyOf(environment);
  }

  /** Those of this process. */
  public static Streams ofProcess() {
    PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
    return new Streams(System.in, System.out, err, System.getenv());
  }
}
