package dev.millrace.cli.server;

import dev.millrace.server.engine.EngineLog;
import java.lang.System.Logger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the engine says, as lines of the log. Thread-safe. */
final class LogLines implements EngineLog {

  private final Logger logger = System.getLogger("dev.millrace.server.engine");

  @Override
  public void log(
      Level level, String message, Map<String, String> fields, @Nullable Throwable cause) {
    var severity =
        switch (level) {
          case INFO -> Logger.Level.INFO;
          case WARNING -> Logger.Level.WARNING;
          case ERROR -> Logger.Level.ERROR;
        };
    logger.log(severity, fields.isEmpty() ? message : message + " " + fields, cause);
  }
}
