package dev.millrace.dsl.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the parts of a plan into the fields of its JSON. */
record PlanDocument(
    List<PlanAssembly.Node> nodes,
    List<Integer> outputs,
    Map<String, Object> exprTable,
    Map<String, Object> predTable,
    Map<String, Object> capabilities) {

  Map<String, Object> fields(String name, Map<String, Object> builtBy) {
    var plan = new LinkedHashMap<String, Object>();
    plan.put("schema_version", 1);
    plan.put("plan_name", name);
    plan.put("nodes", nodes.stream().map(PlanDocument::node).toList());
    plan.put("outputs", outputs.stream().map(output -> nodes.get(output).id()).toList());
    putUnlessEmpty(plan, "expr_table", exprTable);
    putUnlessEmpty(plan, "pred_table", predTable);
    if (!capabilities.isEmpty()) {
      plan.put("capabilities_required", new ArrayList<>(capabilities.keySet()));
      var extensions = new LinkedHashMap<String, Object>();
      capabilities.forEach((id, payload) -> {
        if (payload != JsonWriter.ABSENT) {
          extensions.put(id, payload);
        }
      });
      putUnlessEmpty(plan, "extensions", extensions);
    }
    plan.put("built_by", builtBy);
    plan.put("source_spans", spans());
    return plan;
  }

  private static void putUnlessEmpty(
      Map<String, Object> plan, String field, Map<String, Object> value) {
    if (!value.isEmpty()) {
      plan.put(field, value);
    }
  }

  private static Map<String, Object> node(PlanAssembly.Node node) {
    var json = new LinkedHashMap<String, Object>();
    json.put("node_id", node.id());
    json.put("op", node.op().name());
    json.put("inputs", node.inputs());
    json.put("params", node.params());
    if (node.extensions() != null) {
      json.put("extensions", node.extensions());
    }
    return json;
  }

  private Map<String, Object> spans() {
    var spans = new LinkedHashMap<String, Object>();
    for (PlanAssembly.Node node : nodes) {
      var span = node.at().span();
      var json = new LinkedHashMap<String, Object>();
      json.put("file", span.file());
      json.put("line", span.line());
      json.put("column", span.column());
      spans.put(node.id(), json);
    }
    return spans;
  }
}
