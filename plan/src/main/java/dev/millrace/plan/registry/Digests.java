package dev.millrace.plan.registry;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The digest of a registry: over {@code {"entries":[…],"schema_version":1}}. */
final class Digests {
  private Digests() {}

  static <T> String of(List<T> entries, Function<T, ObjectNode> json) {
    ObjectNode root = object();
    root.put("schema_version", 1);
    var array = root.putArray("entries");
    entries.forEach(entry -> array.add(json.apply(entry)));
    return StableJson.sha256(root);
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
