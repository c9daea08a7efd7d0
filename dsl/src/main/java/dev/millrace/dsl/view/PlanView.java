package dev.millrace.dsl.view;

import dev.millrace.dsl.runtime.PlanNames;
import dev.millrace.plan.SourceSpan;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A plan as people read it: params by name, expressions as they are written. Immutable.
 *
 * @param outputs the ids of the nodes whose rows are the answer
 */
public record PlanView(String name, List<Node> nodes, List<String> outputs) {

  /**
   * A node.
   *
   * @param inputs the ids of the nodes whose rows it gets, those that params name included
   * @param settings what its params are, in words
   */
  public record Node(
      String id,
      String op,
      List<String> inputs,
      Map<String, String> settings,
      @Nullable SourceSpan span) {

    public String shortOp() {
      return op.substring(op.lastIndexOf(':') + 1);
    }
  }

  /**
   * Reads plan JSON that a loader would load.
   *
   * @throws tools.jackson.core.JacksonException if it is no JSON
   */
  public static PlanView of(String json, PlanNames names) {
    JsonNode plan = JsonMapper.shared().readTree(json);
    var words = new ExprWords(names);
    var nodes = new ArrayList<Node>();
    for (JsonNode node : plan.path("nodes")) {
      nodes.add(node(node, plan, names, words));
    }
    var outputs = new ArrayList<String>();
    plan.path("outputs").forEach(output -> outputs.add(output.asString()));
    return new PlanView(plan.path("plan_name").asString(), nodes, outputs);
  }

  private static Node node(JsonNode node, JsonNode plan, PlanNames names, ExprWords words) {
    String id = node.path("node_id").asString();
    String op = node.path("op").asString();
    var inputs = new ArrayList<String>();
    node.path("inputs").forEach(input -> inputs.add(input.asString()));
    var settings = new LinkedHashMap<String, String>();
    for (var param : node.path("params").properties()) {
      if (param.getValue().isNull()) {
        continue;
      }
      OpParam.Type type = type(op, param.getKey(), names);
      if (type == OpParam.Type.NODE) {
        inputs.add(param.getValue().asString());
      }
      settings.put(param.getKey(), shown(param.getValue(), type, plan, names, words));
    }
    return new Node(id, op, inputs, settings, span(plan.path("source_spans").path(id)));
  }

  private static OpParam.Type type(String op, String param, PlanNames names) {
    return names.ops().stream()
        .filter(spec -> spec.name().equals(op))
        .map(OpSpec::params)
        .flatMap(List::stream)
        .filter(each -> each.name().equals(param))
        .map(OpParam::type)
        .findFirst()
        .orElse(OpParam.Type.STRING);
  }

  private static String shown(
      JsonNode value, OpParam.Type type, JsonNode plan, PlanNames names, ExprWords words) {
    return switch (type) {
      case EXPR -> words.expr(plan.path("expr_table").path(value.asString()));
      case PRED -> words.pred(plan.path("pred_table").path(value.asString()));
      case KEY -> words.key(value);
      case ENDPOINT ->
          names.endpoints().stream()
              .filter(endpoint -> endpoint.id().equals(value.asString()))
              .map(EndpointSpec::name)
              .findFirst()
              .orElse(value.asString());
      case INT, FLOAT, BOOL, NODE -> value.asString();
      case STRING -> value.toString();
    };
  }

  private static @Nullable SourceSpan span(JsonNode span) {
    return span.path("file").isString()
        ? new SourceSpan(
            span.path("file").asString(), span.path("line").asInt(), span.path("column").asInt())
        : null;
  }
}
