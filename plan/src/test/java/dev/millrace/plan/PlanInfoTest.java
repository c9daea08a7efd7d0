package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.op.OutputContract;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class PlanInfoTest {
  private final PlanLoader loader = PlanLoader.create(Registries.builtin(Environment.DEV));

  static Stream<Golden.Case> infos() {
    return Golden.cases().stream()
        .filter(each -> each.name().startsWith("planinfo__") && !each.refused());
  }

  @ParameterizedTest
  @MethodSource("infos")
  void saysWhatTheReferenceSaysAndMore(Golden.Case golden) {
    var loaded = (PlanLoad.Loaded) loader.load(Golden.bytes(golden.plan()));

    JsonNode info = JsonMapper.shared().readTree(loaded.plan().info().json());
    ((ObjectNode) info).remove("complexity");
    info.path("nodes").forEach(node -> ((ObjectNode) node).remove(List.of("inputs", "contract")));
    assertThat(info.toString()).isEqualTo(golden.stdout().strip());
  }

  @Test
  void estimatesDepthWidthAndRows() {
    var loaded = (PlanLoad.Loaded) loader.load(Golden.bytes("plans/complex_dag.plan.json"));

    assertThat(loaded.plan().info().complexity())
        .isEqualTo(new PlanInfo.Complexity(10, 10, 7, 2, 50));
    assertThat(loaded.plan().info().nodes().get(7))
        .isEqualTo(
            new PlanInfo.Node(
                "merge",
                "core::concat",
                List.of(),
                List.of("vf", "vr"),
                OutputContract.CONCAT_DENSE));
  }

  @Test
  void rowsBeyondAllBoundsAreCountedAsTheMost() {
    StringBuilder nodes =
        new StringBuilder(
            "{\"node_id\":\"n0\",\"op\":\"core::viewer\",\"inputs\":[],"
                + "\"params\":{\"endpoint\":\"ep_0001\"}}");
    for (int i = 1; i < 5; i++) {
      nodes.append(
          """
          ,{"node_id":"n%d","op":"core::follow","inputs":["n%d"],
            "params":{"endpoint":"ep_0001","fanout":10000000}}
          """
              .formatted(i, i - 1));
    }
    String json =
        "{\"schema_version\":1,\"plan_name\":\"p\",\"nodes\":[%s],\"outputs\":[]}".formatted(nodes);
    var loaded = (PlanLoad.Loaded) loader.load(json.getBytes(UTF_8));
    assertThat(loaded.plan().info().complexity().maxRows()).isEqualTo(Long.MAX_VALUE);
  }
}
