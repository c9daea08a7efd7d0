package dev.millrace.plan.registry;

import static java.util.Comparator.comparing;

import dev.millrace.plan.registry.CapabilitySpec.FieldType;
import dev.millrace.plan.registry.CapabilitySpec.Payload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code capabilities.toml}. */
final class Capabilities {
  private Capabilities() {}

  static Registry<String, CapabilitySpec> read(String file, String text) {
    RegistryFile source = new RegistryFile(file);
    List<CapabilitySpec> all = new ArrayList<>();
    source.read(text, "capability").forEach(table -> all.add(capability(source, table)));
    source.throwFaults();
    all.sort(comparing(CapabilitySpec::id));
    return new Registry<>(
        all, CapabilitySpec::id, CapabilitySpec::id, Digests.of(all, Capabilities::json));
  }

  private static CapabilitySpec capability(RegistryFile source, Table table) {
    String id = Names.dotted(table, table.string("capability_id"));
    CapabilitySpec capability =
        new CapabilitySpec(
            id,
            table.choice("status", CapabilitySpec.Status.class),
            table.has("payload") ? payload(table.table("payload")) : null,
            table.string("doc", ""));
    table.refuseOthers();
    source.unique(table, id, id);
    return capability;
  }

  private static @Nullable Payload payload(Table table) {
    if (!table.string("type", "object").equals("object")) {
      table.fault("'type' must be object");
    }
    if (table.bool("additionalProperties", false)) {
      table.fault("'additionalProperties' must be false");
    }
    Map<String, FieldType> fields = new HashMap<>();
    JsonNode properties = table.raw("properties");
    if (properties != null) {
      Table list = table.table("properties");
      for (String name : properties.propertyNames()) {
        Table field = list.table(name);
        fields.put(name, field.choice("type", FieldType.class));
        field.refuseOthers();
      }
    }
    Set<String> required = required(table, fields);
    table.refuseOthers();
    return new Payload(fields, required);
  }

  private static Set<String> required(Table table, Map<String, FieldType> fields) {
    Set<String> required = new HashSet<>();
    JsonNode list = table.raw("required");
    if (list != null) {
      for (JsonNode name : list) {
        if (!name.isString() || !fields.containsKey(name.stringValue())) {
          table.fault("'required' names %s, which is no property".formatted(name));
        } else {
          required.add(name.stringValue());
        }
      }
    }
    return required;
  }

  private static ObjectNode json(CapabilitySpec capability) {
    ObjectNode node = Digests.object();
    node.put("capability_id", capability.id());
    node.put("status", Digests.text(capability.status()));
    node.put("doc", capability.doc());
    Payload payload = capability.payload();
    if (payload != null) {
      ObjectNode schema = node.putObject("payload");
      ObjectNode properties = schema.putObject("properties");
      payload.fields().forEach((name, type) -> properties.put(name, Digests.text(type)));
      var required = schema.putArray("required");
      payload.required().stream().sorted().forEach(required::add);
    }
    return node;
  }
}
