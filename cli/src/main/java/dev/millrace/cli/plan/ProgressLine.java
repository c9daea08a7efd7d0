package dev.millrace.cli.plan;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;

/**
 * How far a long build is: one line that changes on a terminal, a line for each tenth elsewhere,
 * such as in the log of a build machine. Thread-safe.
 */
final class ProgressLine {

  private static final int WIDTH = 40;
  private static final int LONG = 20;

  private final int total;
  private final PrintWriter err;
  private final boolean terminal;
  private int done; // guarded by this

  ProgressLine(int total, PrintWriter err, boolean terminal) {
    this.total = total;
    this.err = err;
    this.terminal = terminal;
  }

  static ProgressLine of(int total, PrintWriter err) {
    boolean terminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new ProgressLine(total, err, terminal);
  }

  synchronized void step() {
    done++;
    if (total < LONG) {
      return;
    }
    if (terminal) {
      bar();
    } else if (tenths(done) > tenths(done - 1)) {
      err.println("%d/%d plans".formatted(done, total));
      err.flush();
    }
  }

  private int tenths(int plans) {
    return (int) (10L * plans / total);
  }

  private void bar() {
    if (done % Math.max(1, total / 100) == 0 || done == total) {
      int full = WIDTH * done / total;
      err.print(
          "\r[%s%s] %d/%d".formatted("#".repeat(full), " ".repeat(WIDTH - full), done, total));
      err.flush();
    }
  }

  /** Leaves the line. */
  synchronized void done() {
    if (terminal && total >= LONG) {
      err.println();
    }
  }
}
