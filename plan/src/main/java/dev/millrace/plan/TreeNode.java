package dev.millrace.plan;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One part of an expression or predicate, while it is being read. */
record TreeNode(JsonNode node, JsonPath path, String what, String op, Faults faults) {

  /** A part with an op; null, with a fault, if it is something else. */
  static @Nullable TreeNode of(JsonNode node, JsonPath path, String what, Faults faults) {
    if (!node.isObject()) {
      faults.add(path, "%s must be an object".formatted(what));
      return null;
    }
    JsonNode op = node.path("op");
    if (!op.isString()) {
      faults.add(path.field("op"), "%s missing or invalid 'op'".formatted(what));
      return null;
    }
    return new TreeNode(node, path, what, op.stringValue(), faults);
  }

  void fault(String field, String reason) {
    faults.add(path.field(field), reason);
  }

  void invalid(String field) {
    fault(field, "%s missing or invalid '%s'".formatted(op, field));
  }

  void unknownOp(Collection<String> known) {
    fault("op", "Unknown %s op: %s%s".formatted(what, Text.shown(op), Text.didYouMean(op, known)));
  }

  /** Any other field than {@code op} and these is a fault. */
  void refuseOthers(String... known) {
    refuseOthers("op", List.of(known));
  }

  /** Any other field than {@code first} and these is a fault. */
  void refuseOthers(String first, List<String> known) {
    for (String name : node.propertyNames()) {
      if (!name.equals(first) && !known.contains(name)) {
        fault(
            name,
            "%s has unknown field %s%s"
                .formatted(op, Text.quoted(name), Text.didYouMean(name, known)));
      }
    }
  }

  @Nullable JsonNode required(String field) {
    JsonNode value = node.get(field);
    if (value == null) {
      fault(field, "%s missing '%s'".formatted(op, field));
    }
    return value;
  }

  /** The number of a key or param; -1, with a fault, if it is none. */
  int id(String field) {
    JsonNode value = node.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
      invalid(field);
      return -1;
    }
    return value.intValue();
  }
}
