package dev.millrace.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An object of a plan's document that is being read. A field that is asked for and wrong becomes a
 * fault, and null is returned. Not thread-safe.
 */
final class Fields {
  private final JsonNode object;
  private final JsonPath path;
  private final @Nullable String node;
  private final String what;
  private final Faults faults;

  /**
   * Reads an object.
   *
   * @param what the object's name in faults, e.g. {@code Plan}
   */
  Fields(JsonNode object, JsonPath path, @Nullable String node, String what, Faults faults) {
    this.object = object;
    this.path = path;
    this.node = node;
    this.what = what;
    this.faults = faults;
  }

  /** The same object, of a node whose id is known by now. */
  Fields of(@Nullable String nodeId) {
    return new Fields(object, path, nodeId, what, faults);
  }

  void refuseOthers(List<String> known) {
    for (String name : object.propertyNames()) {
      if (!known.contains(name)) {
        faults.add(
            path.field(name),
            node,
            "%s has unknown field %s%s"
                .formatted(what, Text.quoted(name), Text.didYouMean(name, known)));
      }
    }
  }

  /** The field's value; null if it is not there. A JSON null is a value. */
  @Nullable JsonNode any(String name) {
    return object.get(name);
  }

  private void missing(String name) {
    faults.add(path.field(name), node, "%s missing or invalid '%s'".formatted(what, name));
  }

  @Nullable String string(String name) {
    JsonNode value = object.get(name);
    if (value == null || !value.isString()) {
      missing(name);
      return null;
    }
    return value.stringValue();
  }

  /** An array that must be there. */
  @Nullable JsonNode array(String name) {
    JsonNode value = object.get(name);
    if (value == null || !value.isArray()) {
      missing(name);
      return null;
    }
    return value;
  }

  /** An object that may be missing; null also if it is something else, which is a fault. */
  @Nullable JsonNode optionalObject(String name) {
    JsonNode value = object.get(name);
    if (value != null && !value.isObject()) {
      faults.add(path.field(name), node, "%s '%s' must be an object".formatted(what, name));
      return null;
    }
    return value;
  }
}
