package dev.millrace.bench.report;

import java.io.PrintWriter;

/**
 * Says on the error stream what runs: one line that is written over again on a terminal, one line
 * per step elsewhere. Used by one thread.
 */
public final class Progress {
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final int steps;
  private int step;
  private String name = "";

  public Progress(PrintWriter out, boolean terminal, int steps) {
    this.out = out;
    this.terminal = terminal;
    this.steps = steps;
  }

  public void begin(String newName) {
    step++;
    name = newName;
    if (!terminal) {
      out.println(head() + " ...");
      out.flush();
    }
  }

  public void turn(String stage, String contender) {
    if (terminal) {
      out.print(ERASE + head() + ": " + contender + ", " + stage + " ...");
      out.flush();
    }
  }

  /** Stays on the screen. */
  public void trouble(String text) {
    out.println((terminal ? ERASE : "") + text);
    out.flush();
  }

  public void end() {
    if (terminal) {
      out.print(ERASE);
      out.flush();
    }
  }

  private String head() {
    return "[" + step + "/" + steps + "] " + name;
  }
}
