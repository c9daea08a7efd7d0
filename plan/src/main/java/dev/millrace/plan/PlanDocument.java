package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.millrace.plan.registry.StableJson;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A plan as JSON: for a {@link PlanLoader}, or for a file. The same plan has the same bytes. */
public record PlanDocument(String name, String json) {

  public PlanDocument {
    requireNonNull(name, "name is null");
    requireNonNull(json, "json is null");
  }

  static PlanDocument of(String name, JsonNode root) {
    return new PlanDocument(name, text(root));
  }

  public byte[] bytes() {
    return json.getBytes(UTF_8);
  }

  /** How a {@link PlanStore} wants its file to be called. */
  public String fileName() {
    return name + ".plan.json";
  }

  /** The {@code index.json} of a folder with these plans. */
  public static String index(Collection<PlanDocument> documents) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("schema_version", 1);
    var plans = root.putArray("plans");
    Map<String, PlanDocument> sorted = new TreeMap<>();
    documents.forEach(document -> sorted.put(document.name(), document));
    for (PlanDocument document : sorted.values()) {
      plans
          .addObject()
          .put("name", document.name())
          .put("file", document.fileName())
          .put("sha256", HexFormat.of().formatHex(StableJson.sha256(document.bytes())));
    }
    return text(root);
  }

  /** A line for each field, and one for each element of an array or entry of a table. */
  private static String text(JsonNode root) {
    StringBuilder out = new StringBuilder("{\n");
    for (var fields = root.properties().iterator(); fields.hasNext(); ) {
      var field = fields.next();
      JsonNode value = field.getValue();
      out.append("  \"").append(field.getKey()).append("\": ");
      boolean wide = value.size() > 0 && value.iterator().next().isContainer();
      if (wide && value.isArray()) {
        lines(out, '[', value.valueStream().map(JsonNode::toString).iterator(), ']');
      } else if (wide) {
        lines(
            out,
            '{',
            value.propertyStream().map(e -> "\"" + e.getKey() + "\": " + e.getValue()).iterator(),
            '}');
      } else {
        out.append(value);
      }
      out.append(fields.hasNext() ? ",\n" : "\n");
    }
    return out.append("}\n").toString();
  }

  private static void lines(StringBuilder out, char open, Iterator<String> lines, char close) {
    out.append(open).append('\n');
    while (lines.hasNext()) {
      out.append("    ").append(lines.next()).append(lines.hasNext() ? ",\n" : "\n");
    }
    out.append("  ").append(close);
  }
}
