package dev.millrace.server.flow;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evaluates jq queries. Pure, like {@link ScriptEngine}. */
@FunctionalInterface
public interface JqEngine {

  Result transform(String query, Map<String, @Nullable Object> input);

  /** What came of it. */
  sealed interface Result {

    record Found(List<@Nullable Object> values) implements Result {}

    record Failed(String message) implements Result {}
  }
}
