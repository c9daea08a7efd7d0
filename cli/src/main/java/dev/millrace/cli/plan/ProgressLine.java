package dev.millrace.cli.plan;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;

/** How far a long build is, on one line of a terminal; nothing if there is none. Thread-safe. */
final class ProgressLine {

  private static final int WIDTH = 40;
  private static final int LONG = 20;

  private final int total;
  private final PrintWriter err;
  private final boolean shown;
  private int done; // guarded by this

  private ProgressLine(int total, PrintWriter err, boolean shown) {
    this.total = total;
    this.err = err;
    this.shown = shown;
  }

  static ProgressLine of(int total, PrintWriter err) {
    boolean terminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new ProgressLine(total, err, total >= LONG && terminal);
  }

  synchronized void step() {
    done++;
    if (shown && (done % Math.max(1, total / 100) == 0 || done == total)) {
      int full = WIDTH * done / total;
      err.print(
          "\r[%s%s] %d/%d".formatted("#".repeat(full), " ".repeat(WIDTH - full), done, total));
      err.flush();
    }
  }

  synchronized void done() {
    if (shown) {
      err.println();
    }
  }
}
