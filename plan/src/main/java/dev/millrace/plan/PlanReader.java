package dev.millrace.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the document of a plan: its shape, field by field. Not thread-safe, used once. */
final class PlanReader {
  private static final Pattern NODE_ID = Pattern.compile("[A-Za-z0-9_]{1,64}");
  private static final Pattern PLAN_NAME = Pattern.compile("[A-Za-z0-9_]{1,128}");
  private static final List<String> PLAN_FIELDS =
      List.of(
          "schema_version",
          "plan_name",
          "nodes",
          "outputs",
          "expr_table",
          "pred_table",
          "capabilities_required",
          "extensions",
          "built_by",
          "source_spans");
  private static final List<String> NODE_FIELDS =
      List.of("node_id", "op", "inputs", "params", "extensions");

  private final PlanLimits limits;
  private final Faults faults;

  PlanReader(PlanLimits limits, Faults faults) {
    this.limits = limits;
    this.faults = faults;
  }

  /** The plan, or null if the document is no plan at all. */
  @Nullable PlanDraft read(JsonNode root) {
    JsonPath path = JsonPath.ROOT;
    if (!root.isObject()) {
      faults.add(path, "a plan is an object");
      return null;
    }
    Fields plan = new Fields(root, path, null, "Plan", faults);
    plan.refuseOthers(PLAN_FIELDS);
    readSpans(plan);
    checkVersion(plan.any("schema_version"));
    JsonNode nodes = plan.array("nodes");
    JsonNode outputs = plan.array("outputs");
    var _ = plan.optionalObject("built_by");
    List<NodeDraft> drafts = nodes == null ? List.of() : nodes(nodes);
    checkSpans(plan, drafts);
    return new PlanDraft(
        planName(plan),
        drafts,
        outputs == null ? List.of() : outputs(outputs),
        table(plan, "expr_table"),
        table(plan, "pred_table"),
        plan.any("capabilities_required"),
        plan.optionalObject("extensions"));
  }

  private void checkVersion(@Nullable JsonNode version) {
    JsonPath path = JsonPath.ROOT.field("schema_version");
    if (version == null || !version.isIntegralNumber()) {
      faults.add(path, "Plan missing or invalid 'schema_version'");
    } else if (!version.canConvertToInt() || version.intValue() != 1) {
      faults.add(
          path,
          "Unsupported schema_version: %s (expected 1)".formatted(Text.shown(version.asString())));
    }
  }

  private @Nullable String planName(Fields plan) {
    String name = plan.string("plan_name");
    if (name != null && !PLAN_NAME.matcher(name).matches()) {
      faults.add(
          JsonPath.ROOT.field("plan_name"),
          "plan_name %s must match %s".formatted(Text.quoted(name), PLAN_NAME));
      return null;
    }
    return name;
  }

  private List<NodeDraft> nodes(JsonNode array) {
    JsonPath path = JsonPath.ROOT.field("nodes");
    if (array.size() > limits.nodes()) {
      faults.add(
          path,
          "the plan has %d nodes, at most %d are allowed".formatted(array.size(), limits.nodes()));
      return List.of();
    }
    List<NodeDraft> nodes = new ArrayList<>(array.size());
    for (JsonNode node : array) {
      nodes.add(node(nodes.size(), path.item(nodes.size()), node));
    }
    return nodes;
  }

  private NodeDraft node(int index, JsonPath path, JsonNode node) {
    if (!node.isObject()) {
      faults.add(path, "a node is an object");
      return new NodeDraft(index, path, null, null, null, null, null);
    }
    Fields fields = new Fields(node, path, null, "Node", faults);
    String id = nodeId(path, fields);
    fields = fields.of(id);
    fields.refuseOthers(NODE_FIELDS);
    String op = fields.string("op");
    JsonNode inputs = fields.array("inputs");
    return new NodeDraft(
        index,
        path,
        id,
        op,
        inputs == null ? null : inputs(id, path.field("inputs"), inputs),
        fields.any("params"),
        fields.optionalObject("extensions"));
  }

  private @Nullable String nodeId(JsonPath path, Fields fields) {
    String id = fields.string("node_id");
    if (id != null && !NODE_ID.matcher(id).matches()) {
      faults.add(
          path.field("node_id"), "node_id %s must match %s".formatted(Text.quoted(id), NODE_ID));
      return null;
    }
    return id;
  }

  private @Nullable List<String> inputs(@Nullable String id, JsonPath path, JsonNode array) {
    List<String> inputs = new ArrayList<>(array.size());
    boolean allStrings = true;
    for (int i = 0; i < array.size(); i++) {
      JsonNode input = array.get(i);
      if (input.isString()) {
        inputs.add(input.stringValue());
      } else {
        faults.add(path.item(i), id, "Node has non-string input");
        allStrings = false;
      }
    }
    return allStrings ? inputs : null;
  }

  private List<@Nullable String> outputs(JsonNode array) {
    List<@Nullable String> outputs = new ArrayList<>(array.size());
    JsonPath path = JsonPath.ROOT.field("outputs");
    if (array.size() > limits.nodes()) {
      faults.add(
          path,
          "the plan has %d outputs, at most %d are allowed"
              .formatted(array.size(), limits.nodes()));
      return List.of();
    }
    for (JsonNode output : array) {
      if (!output.isString()) {
        faults.add(path.item(outputs.size()), "Plan has non-string output");
      }
      outputs.add(output.isString() ? output.stringValue() : null);
    }
    return outputs;
  }

  private @Nullable JsonNode table(Fields plan, String name) {
    JsonNode table = plan.optionalObject(name);
    if (table != null && table.size() > limits.table()) {
      faults.add(
          JsonPath.ROOT.field(name),
          "%s has %d entries, at most %d are allowed"
              .formatted(name, table.size(), limits.table()));
      return null;
    }
    return table;
  }

  private void readSpans(Fields plan) {
    JsonNode spans = plan.optionalObject("source_spans");
    if (spans == null) {
      return;
    }
    for (var entry : spans.properties()) {
      JsonNode span = entry.getValue();
      JsonPath path = JsonPath.ROOT.field("source_spans").field(entry.getKey());
      boolean complete =
          span.path("file").isString()
              && span.path("line").canConvertToInt()
              && span.path("line").isIntegralNumber()
              && span.path("column").canConvertToInt()
              && span.path("column").isIntegralNumber();
      if (!complete || span.size() != 3) {
        faults.add(path, "a source span has a file, a line and a column");
      } else {
        faults.span(
            entry.getKey(),
            new SourceSpan(
                span.path("file").stringValue(),
                span.path("line").intValue(),
                span.path("column").intValue()));
      }
    }
  }

  private void checkSpans(Fields plan, List<NodeDraft> nodes) {
    JsonNode spans = plan.any("source_spans");
    if (spans == null || !spans.isObject()) {
      return;
    }
    Set<String> ids = new HashSet<>();
    for (NodeDraft node : nodes) {
      if (node.id() != null) {
        ids.add(node.id());
      }
    }
    for (String name : spans.propertyNames()) {
      if (!ids.contains(name)) {
        faults.add(
            JsonPath.ROOT.field("source_spans").field(name),
            "there is no node %s".formatted(Text.quoted(name)));
      }
    }
  }
}
