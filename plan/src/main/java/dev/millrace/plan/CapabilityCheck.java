package dev.millrace.plan;

import dev.millrace.plan.registry.CapabilitySpec;
import dev.millrace.plan.registry.CapabilitySpec.FieldType;
import dev.millrace.plan.registry.CapabilitySpec.Payload;
import dev.millrace.plan.registry.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Checks what a plan requires of the engine, and its extensions. Not thread-safe. */
final class CapabilityCheck {
  private static final JsonPath REQUIRED = JsonPath.ROOT.field("capabilities_required");

  private final Registry<String, CapabilitySpec> capabilities;
  private final Faults faults;
  private final List<String> required = new ArrayList<>();
  private final List<String> unsupported = new ArrayList<>();

  CapabilityCheck(Registry<String, CapabilitySpec> capabilities, Faults faults) {
    this.capabilities = capabilities;
    this.faults = faults;
  }

  /** What the plan requires, as far as it could be read. */
  List<String> required() {
    return required;
  }

  /** What of it the engine does not have. */
  List<String> unsupported() {
    return unsupported;
  }

  void check(PlanDraft draft) {
    if (draft.capabilities() != null) {
      readRequired(draft.capabilities());
    }
    checkPlanExtensions(draft.extensions());
    draft.nodes().forEach(this::checkNodeExtensions);
  }

  private void readRequired(JsonNode list) {
    if (!list.isArray()) {
      faults.add(REQUIRED, "Plan 'capabilities_required' must be an array");
      return;
    }
    for (int i = 0; i < list.size(); i++) {
      JsonNode item = list.get(i);
      if (item.isString()) {
        require(REQUIRED.item(i), item.stringValue());
      } else {
        faults.add(REQUIRED.item(i), "Plan 'capabilities_required' contains non-string element");
      }
    }
  }

  private void require(JsonPath path, String id) {
    int order = required.isEmpty() ? -1 : required.getLast().compareTo(id);
    if (order == 0) {
      faults.add(
          path, "Plan 'capabilities_required' contains duplicate: %s".formatted(Text.shown(id)));
      return;
    }
    if (order > 0) {
      faults.add(path, "Plan 'capabilities_required' must be sorted lexicographically");
    }
    required.add(id);
    CapabilitySpec capability = capabilities.find(id).orElse(null);
    if (capability == null || !capability.isSupported()) {
      unsupported.add(id);
      String why = capability == null ? "unknown" : text(capability.status());
      faults.add(
          path, "unsupported capability required by plan: %s (%s)".formatted(Text.shown(id), why));
    } else if (capability.status() == CapabilitySpec.Status.DEPRECATED) {
      faults.warn(path, null, "capability '%s' is deprecated".formatted(id));
    }
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private void checkPlanExtensions(@Nullable JsonNode extensions) {
    if (extensions == null) {
      return;
    }
    for (var extension : extensions.properties()) {
      String id = extension.getKey();
      JsonPath path = JsonPath.ROOT.field("extensions").field(id);
      if (required.contains(id)) {
        checkPayload(path, null, id, extension.getValue());
      } else {
        faults.add(
            path, "Plan extension key %s not in capabilities_required".formatted(Text.quoted(id)));
      }
    }
  }

  private void checkNodeExtensions(NodeDraft node) {
    if (node.extensions() == null) {
      return;
    }
    for (var extension : node.extensions().properties()) {
      String id = extension.getKey();
      JsonPath path = node.path().field("extensions").field(id);
      if (required.contains(id)) {
        checkPayload(path, node.id(), id, extension.getValue());
      } else {
        faults.add(
            path,
            node.id(),
            "extension key %s requires plan capability %s"
                .formatted(Text.quoted(id), Text.quoted(id)));
      }
    }
  }

  private void checkPayload(JsonPath path, @Nullable String node, String id, JsonNode payload) {
    CapabilitySpec capability = capabilities.find(id).orElse(null);
    if (capability == null) {
      return; // said so already
    }
    String at = node == null ? "plan" : "node:" + node;
    String prefix = "capability '%s' at %s: ".formatted(id, at);
    Payload schema = capability.payload();
    if (schema == null) {
      faults.add(path, node, prefix + "no payload allowed");
    } else if (payload.isNull()) {
      faults.add(path, node, prefix + "payload is null, expected object (use {} or omit key)");
    } else if (!payload.isObject()) {
      faults.add(
          path, node, prefix + "payload must be an object, got " + text(payload.getNodeType()));
    } else {
      checkFields(path, node, prefix, schema, payload);
    }
  }

  private void checkFields(
      JsonPath path, @Nullable String node, String prefix, Payload schema, JsonNode payload) {
    for (var field : payload.properties()) {
      FieldType type = schema.fields().get(field.getKey());
      if (type == null) {
        faults.add(
            path.field(field.getKey()),
            node,
            prefix + "unexpected key " + Text.quoted(field.getKey()));
      } else if (!isOfType(field.getValue(), type)) {
        faults.add(
            path.field(field.getKey()),
            node,
            prefix + "'%s' must be %s".formatted(field.getKey(), text(type)));
      }
    }
    for (String name : schema.required()) {
      if (!payload.has(name)) {
        faults.add(path.field(name), node, prefix + "missing required '%s'".formatted(name));
      }
    }
  }

  private static boolean isOfType(JsonNode value, FieldType type) {
    return switch (type) {
      case BOOLEAN -> value.isBoolean();
      case STRING -> value.isString();
      case NUMBER -> value.isNumber();
      case ARRAY -> value.isArray();
      case OBJECT -> value.isObject();
    };
  }
}
