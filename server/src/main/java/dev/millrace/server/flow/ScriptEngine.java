package dev.millrace.server.flow;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates JavaScript. The decider calls it synchronously and counts on it to be pure: the same
 * script with the same values gives the same result, and nothing else happens. It bounds time and
 * memory itself.
 */
@FunctionalInterface
public interface ScriptEngine {

  /** Evaluates a script in which {@code $} has the given values. */
  Result evaluate(String script, Map<String, @Nullable Object> values);

  /** What came of it. */
  sealed interface Result {

    record Value(@Nullable Object value) implements Result {}

    record Failed(String message) implements Result {}
  }
}
