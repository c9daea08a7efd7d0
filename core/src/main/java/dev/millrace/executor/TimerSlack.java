package dev.millrace.executor;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How late Linux may wake a thread that sleeps until a given time: by default fifty microseconds,
 * to wake several at once. A thread may choose another slack for itself, through a file.
 */
final class TimerSlack {

  private static final Logger LOG = System.getLogger(TimerSlack.class.getName());

  /** In nanoseconds. Zero would stand for the default. */
  private static final String LEAST = "1";

  private TimerSlack() {}

  /** The calling thread, which is none of the virtual ones, is woken in time where that can be. */
  static void minimize() {
    try {
      Files.writeString(file(), LEAST, StandardOpenOption.WRITE);
    } catch (IOException | UnsupportedOperationException e) {
      LOG.log(Level.DEBUG, "no choice of the timer slack here: timers may be a little later", e);
    }
  }

  /** A thread has a folder of its own beside those of the processes, by its number. */
  static Path file() throws IOException {
    Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
    return Path.of("/proc", self.getFileName().toString(), "timerslack_ns");
  }
}
