package dev.millrace.server.flow;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Scripts whose meaning a test says. */
final class FakeScripts implements ScriptEngine {

  private final Map<String, Function<Map<String, Object>, Object>> meanings = new HashMap<>();

  FakeScripts on(String script, Function<Map<String, Object>, Object> meaning) {
    meanings.put(script, meaning);
    return this;
  }

  @Override
  public Result evaluate(String script, Map<String, Object> values) {
    var meaning = meanings.get(script);
    if (meaning == null) {
      return new Result.Failed("unknown script: " + script);
    }
    var result = meaning.apply(values);
    return result instanceof Result.Failed failed ? failed : new Result.Value(result);
  }
}
