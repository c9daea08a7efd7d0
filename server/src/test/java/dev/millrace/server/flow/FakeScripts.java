package dev.millrace.server.flow;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Scripts whose meaning a test says. */
final class FakeScripts implements ScriptEngine {

  /** A condition that is known without being told: a loop goes on until its n-th turn. */
  private static final Pattern UNTIL = Pattern.compile("\\$\\.(\\w+)\\['iteration'\\] < (\\d+)");

  private final Map<String, Function<Map<String, Object>, Object>> meanings = new HashMap<>();

  @CanIgnoreReturnValue
  FakeScripts on(String script, Function<Map<String, Object>, Object> meaning) {
    meanings.put(script, meaning);
    return this;
  }

  @Override
  public Result evaluate(String script, Map<String, Object> values) {
    var counting = UNTIL.matcher(script);
    if (counting.matches()) {
      var loop = (Map<?, ?>) values.get(counting.group(1));
      int turn = ((Number) loop.get("iteration")).intValue();
      return new Result.Value(turn < Integer.parseInt(counting.group(2)));
    }
    var meaning = meanings.get(script);
    if (meaning == null) {
      return new Result.Failed("unknown script: " + script);
    }
    var result = meaning.apply(values);
    return result instanceof Result.Failed failed ? failed : new Result.Value(result);
  }
}
