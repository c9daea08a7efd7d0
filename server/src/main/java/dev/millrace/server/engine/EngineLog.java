package dev.millrace.server.engine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the engine says what people should know. Thread-safe. */
@FunctionalInterface
public interface EngineLog {

  /** How much it matters. */
  enum Level {
    INFO,
    WARNING,
    ERROR
  }

  void log(Level level, String message, Map<String, String> fields, @Nullable Throwable cause);

  default void warn(String message, Map<String, String> fields) {
    log(Level.WARNING, message, fields, null);
  }
}
