package dev.millrace.bench.executor;

import java.io.PrintWriter;

/**
 * Says on the error stream what runs: one line that is written over again on a terminal, one line
 * per step elsewhere. Used by one thread.
 */
final class Progress {
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final int steps;
  private int step;
  private String name = "";

  Progress(PrintWriter out, boolean terminal, int steps) {
    this.out = out;
    this.terminal = terminal;
    this.steps = steps;
  }

  void begin(String newName) {
    step++;
    name = newName;
    if (!terminal) {
      out.println(head() + " ...");
      out.flush();
    }
  }

  void turn(String stage, String contender) {
    if (terminal) {
      out.print(ERASE + head() + ": " + contender + ", " + stage + " ...");
      out.flush();
    }
  }

  /** Stays on the screen. */
  void trouble(String text) {
    out.println((terminal ? ERASE : "") + text);
    out.flush();
  }

  void end() {
    if (terminal) {
      out.print(ERASE);
      out.flush();
    }
  }

  private String head() {
    return "[" + step + "/" + steps + "] " + name;
  }
}
