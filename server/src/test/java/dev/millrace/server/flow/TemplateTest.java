package dev.millrace.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TemplateTest {

  private static final Map<String, Object> OUTPUT =
      Map.of(
          "n", 5, "key", "n", "list", Arrays.asList(1, Map.of("k", "kk"), null), "odd.key", true);

  /** A workflow with one task {@code a}. */
  private static final Bindings BINDINGS =
      new Bindings() {
        @Override
        public Object field(String root, String field) {
          return root.equals("a") && field.equals("output") ? OUTPUT : null;
        }

        @Override
        public Object whole(String root) {
          return root.equals("a") ? Map.of("output", OUTPUT) : null;
        }

        @Override
        public String taskId() {
          return "id-1";
        }
      };

  private static Object resolve(Object value) {
    return Template.parse(value).resolve(BINDINGS);
  }

  @Test
  void aWholeExpressionKeepsItsType() {
    assertThat(resolve("${a.output.n}")).isEqualTo(5);
    assertThat(resolve("${a.output}")).isEqualTo(OUTPUT);
    assertThat(resolve("${a}")).isEqualTo(Map.of("output", OUTPUT));
    assertThat(resolve("${a.output.nothing}")).isNull();
    assertThat(resolve("${b.output.n}")).isNull();
  }

  @Test
  void anEmbeddedExpressionBecomesText() {
    assertThat(resolve("<${a.output.n}>")).isEqualTo("<5>");
    assertThat(resolve("${a.output.n}${a.output.n}")).isEqualTo("55");
    assertThat(resolve("<${a.output.nothing}>")).isEqualTo("<null>");
  }

  @Test
  void pathsGoIntoListsAndOddNames() {
    assertThat(resolve("${a.output.list[1].k}")).isEqualTo("kk");
    assertThat(resolve("${a.output.list[-2].k}")).isEqualTo("kk");
    assertThat(resolve("${a.output.list[7]}")).isNull();
    assertThat(resolve("${a.output['odd.key']}")).isEqualTo(true);
    assertThat(resolve("${a.output.list[*].k}")).isEqualTo(List.of("kk"));
    assertThat(resolve("${a.output.list.length()}")).isEqualTo(3);
    assertThat(resolve("${$.a.output.n}")).isEqualTo(5);
    assertThat(resolve("${a.output.n.deeper}")).isNull();
  }

  @Test
  void expressionsStandInsideExpressions() {
    assertThat(resolve("${a.output.${a.output.key}}")).isEqualTo(5);
  }

  @Test
  void aSecondDollarSignEscapes() {
    assertThat(resolve("$${a.output.n}")).isEqualTo("${a.output.n}");
    assertThat(resolve("x $${a} ${a.output.n}")).isEqualTo("x ${a} 5");
  }

  @Test
  void whatIsNoExpressionStaysAsItIs() {
    assertThat(resolve("${a.output")).isEqualTo("${a.output");
    assertThat(resolve("$5 {x}")).isEqualTo("$5 {x}");
    assertThat(resolve("${}")).isEqualTo("");
    assertThat(resolve(7)).isEqualTo(7);
    assertThat(resolve(null)).isNull();
  }

  @Test
  void objectsAndListsAreSearched() {
    assertThat(resolve(Map.of("x", List.of("${a.output.n}", Map.of("y", "-${a.output.n}")))))
        .isEqualTo(Map.of("x", List.of(5, Map.of("y", "-5"))));
  }

  @Test
  void theTasksOwnIdCanBeNamed() {
    assertThat(resolve("${CPEWF_TASK_ID}")).isEqualTo("id-1");
  }

  @Test
  void rootsAreKnownWithoutResolving() {
    var roots = new ArrayList<String>();
    Template.parse(List.of("${a.output}", "x${workflow.input.y}", "$${no}")).roots(roots::add);
    assertThat(roots).containsExactly("a", "workflow");
  }
}
