package dev.millrace.plan.registry;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code keys.toml} and checks its rules. */
final class Keys {
  private static final int ID = 1;

  private Keys() {}

  static Registry<Integer, KeySpec> read(String file, String text) {
    RegistryFile source = new RegistryFile(file);
    List<KeySpec> keys = new ArrayList<>();
    List<Table> tables = source.read(text, "key");
    tables.forEach(table -> keys.add(key(source, table)));
    checkReplacements(tables, keys);
    boolean hasId = keys.stream().anyMatch(key -> key.id() == ID && key.name().equals("id"));
    if (!hasId) {
      source.fault("needs the key 'id' with key_id 1");
    }
    source.throwFaults();
    keys.sort(comparingInt(KeySpec::id));
    return new Registry<>(keys, KeySpec::id, KeySpec::name, Digests.of(keys, Keys::json));
  }

  private static KeySpec key(RegistryFile source, Table table) {
    Lifecycle lifecycle = table.choice("status", Lifecycle.class, Lifecycle.ACTIVE);
    KeySpec.Type type = table.choice("type", KeySpec.Type.class);
    KeySpec key =
        new KeySpec(
            table.integer("key_id", 1, Integer.MAX_VALUE),
            Names.plain(table, table.string("name")),
            type,
            table.bool("nullable", false),
            defaultValue(table, type),
            lifecycle,
            table.bool("allow_read", true),
            table.bool("allow_write", lifecycle == Lifecycle.ACTIVE),
            table.has("replaced_by") ? table.string("replaced_by") : null,
            table.string("doc", ""));
    table.refuseOthers();
    source.unique(table, key.id(), key.name());
    checkId(table, key);
    if (!key.nullable() && key.id() != ID && key.defaultValue() == null) {
      table.fault("'default' is missing: a key that is never null needs one");
    }
    return key;
  }

  private static void checkId(Table table, KeySpec key) {
    boolean isId = key.id() == ID;
    if (isId != key.name().equals("id")) {
      table.fault("key_id 1 and the name 'id' belong together");
    }
    if (isId && (key.type() != KeySpec.Type.INT || key.nullable() || key.allowWrite())) {
      table.fault("'id' must have type int, nullable = false and allow_write = false");
    }
  }

  private static @Nullable Object defaultValue(Table table, KeySpec.Type type) {
    JsonNode value = table.raw("default");
    if (value == null) {
      return null;
    }
    Object typed =
        switch (type) {
          case INT ->
              value.isIntegralNumber() && value.canConvertToLong() ? value.longValue() : null;
          case FLOAT -> value.isNumber() ? (Object) value.doubleValue() : null;
          case STRING -> value.isString() ? value.stringValue() : null;
          case BOOL -> value.isBoolean() ? (Object) value.booleanValue() : null;
          case FEATURE_BUNDLE -> null;
        };
    if (typed == null) {
      table.fault("'default' is %s, no %s".formatted(value, Digests.text(type)));
    }
    return typed;
  }

  private static void checkReplacements(List<Table> tables, List<KeySpec> keys) {
    for (int i = 0; i < keys.size(); i++) {
      String other = keys.get(i).replacedBy();
      if (other != null && keys.stream().noneMatch(key -> key.name().equals(other))) {
        tables.get(i).fault("'replaced_by' names '%s', which is no key".formatted(other));
      }
    }
  }

  private static ObjectNode json(KeySpec key) {
    ObjectNode node = Digests.object();
    node.put("key_id", key.id());
    node.put("name", key.name());
    node.put("type", Digests.text(key.type()));
    node.put("nullable", key.nullable());
    switch (key.defaultValue()) {
      case Long value -> node.put("default", value);
      case Double value -> node.put("default", value);
      case Boolean value -> node.put("default", value);
      case null -> node.putNull("default");
      default -> node.put("default", Objects.toString(key.defaultValue()));
    }
    node.put("status", Digests.text(key.lifecycle()));
    node.put("allow_read", key.allowRead());
    node.put("allow_write", key.allowWrite());
    node.put("replaced_by", key.replacedBy());
    node.put("doc", key.doc());
    return node;
  }
}
