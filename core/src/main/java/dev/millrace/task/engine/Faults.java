package dev.millrace.task.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/** Tells of what foreign code has thrown. What follows must happen whether or not that works. */
public final class Faults {

  private Faults() {}

  public static void tell(Logger log, Level level, Supplier<String> what, Throwable fault) {
    try {
      log.log(level, what, fault);
    } catch (Throwable _) { // foreign code, too: a handler that fails, or a toString
    }
  }
}
