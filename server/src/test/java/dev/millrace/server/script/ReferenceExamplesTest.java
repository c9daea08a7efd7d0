package dev.millrace.server.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.flow.ScriptEngine.Result;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Scripts in the shapes in which users of Conductor write them. */
final class ReferenceExamplesTest {

  private final JavaScript js = JavaScript.within(ScriptLimits.standard());

  private Object value(String script, Map<String, Object> input) {
    return switch (js.evaluate(script, input)) {
      case Result.Value value -> value.value();
      case Result.Failed failed -> throw new AssertionError(failed.message());
    };
  }

  @Test
  void inlineWithAFunctionThatIsCalled() {
    var script =
        "function e() { if ($.value == 1){return {\"result\": true}} else { return {\"result\":"
            + " false}}} e();";
    assertThat(value(script, Map.of("value", 1))).isEqualTo(Map.of("result", true));
    assertThat(value(script, Map.of("value", "2"))).isEqualTo(Map.of("result", false));
  }

  @Test
  void inlineThatMakesTasksForADynamicFork() {
    var script =
        """
        (function () {
          var tasks = [];
          var inputs = {};
          for (var i = 0; i < $.urls.length; i++) {
            var ref = 'fetch_' + i;
            tasks.push({ name: 'fetch', taskReferenceName: ref, type: 'SIMPLE' });
            inputs[ref] = { url: $.urls[i] };
          }
          return { dynamicTasks: tasks, dynamicTasksInput: inputs };
        })();
        """;
    assertThat(value(script, Map.of("urls", List.of("u"))))
        .isEqualTo(
            Map.of(
                "dynamicTasks",
                List.of(Map.of("name", "fetch", "taskReferenceName", "fetch_0", "type", "SIMPLE")),
                "dynamicTasksInput",
                Map.of("fetch_0", Map.of("url", "u"))));
  }

  @Test
  void switchByAScript() {
    var script = "$.provider == 'fedex' ? 'FEDEX' : $.provider == 'ups' ? 'UPS' : 'OTHER'";
    assertThat(value(script, Map.of("provider", "ups"))).isEqualTo("UPS");
    var old =
        "if ($.size > 10 && $.kind == 'a') { 'large' } else if ($.size > 5) 'middle'; else 'small'";
    assertThat(value(old, Map.of("size", 11, "kind", "a"))).isEqualTo("large");
    assertThat(value(old, Map.of("size", 7, "kind", "a"))).isEqualTo("middle");
    assertThat(value(old, Map.of("size", 1, "kind", "a"))).isEqualTo("small");
  }

  @Test
  void conditionsOfLoops() {
    Map<String, Object> turn =
        Map.of(
            "n",
            3,
            "loop",
            Map.of("iteration", 2),
            "call",
            Map.of("response", Map.of("ok", false)));
    assertThat(value("if ($.loop['iteration'] < $.n) { true; } else { false; }", turn))
        .isEqualTo(true);
    assertThat(value("$.loop.iteration < 2", turn)).isEqualTo(false);
    var both =
        "if ( ($.loop['iteration'] < 5 ) && !$.call['response']['ok']) { true } else { false }";
    assertThat(value(both, turn)).isEqualTo(true);
  }

  @Test
  void scriptWithCommentsAndLinesWithoutSemicolons() {
    var script =
        """
        // what is left over
        const total = $.items
          .map((item) => item.price * item.count)
          .reduce((sum, price) => sum + price, 0)
        /* the result */
        const answer = { total, isLarge: total > 100 }
        answer
        """;
    var items = List.of(Map.of("price", 20.5, "count", 2), Map.of("price", 1, "count", 100));
    assertThat(value(script, Map.of("items", items)))
        .isEqualTo(Map.of("total", 141, "isLarge", true));
  }
}
