package dev.millrace.server.logs;

import java.io.OutputStream;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/** Sets the process's logging up. For programs, not for libraries: it changes the root logger. */
public final class Logs {

  /** Those who say too much, from {@code WARNING} on only. Kept, because loggers are weak. */
  private static final List<Logger> QUIET =
      List.of(
          Logger.getLogger("io.vertx"),
          Logger.getLogger("io.netty"),
          Logger.getLogger("com.zaxxer.hikari"),
          Logger.getLogger("org.flywaydb"),
          Logger.getLogger("org.postgresql"));

  private Logs() {}

  /** From now on all events of the level and above are written there, and nowhere else. */
  public static void install(OutputStream out, Level level) {
    LogManager.getLogManager().reset();
    Handler handler = new Lines(out);
    handler.setLevel(Level.ALL);
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    root.setLevel(level);
    boolean verbose = level.intValue() < Level.INFO.intValue();
    QUIET.forEach(logger -> logger.setLevel(verbose ? null : Level.WARNING));
  }

  /** Every line is written at once: the last one before a crash is the one that counts. */
  private static final class Lines extends StreamHandler {
    Lines(OutputStream out) {
      super(out, new JsonLines());
    }

    @Override
    public synchronized void publish(LogRecord event) {
      super.publish(event);
      flush();
    }
  }
}
