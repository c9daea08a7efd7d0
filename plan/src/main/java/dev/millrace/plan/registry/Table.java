package dev.millrace.plan.registry;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One entry of a registry file, while it is being read. What is wrong goes to the list of faults,
 * and a placeholder is returned: a file with faults is not used. Not thread-safe.
 */
final class Table {
  private final String where;
  private final JsonNode node;
  private final List<String> faults;
  private final Set<String> known = new HashSet<>();

  Table(String where, JsonNode node, List<String> faults) {
    this.where = where;
    this.node = node;
    this.faults = faults;
    if (!node.isObject()) {
      fault("must be a table");
    }
  }

  void fault(String reason) {
    faults.add(where + ": " + reason);
  }

  private void fault(String field, String reason) {
    fault("'%s' %s".formatted(field, reason));
  }

  private @Nullable JsonNode field(String field) {
    known.add(field);
    JsonNode value = node.get(field);
    return value == null || value.isNull() ? null : value;
  }

  boolean has(String field) {
    return field(field) != null;
  }

  /** The value as it stands there. */
  @Nullable JsonNode raw(String field) {
    return field(field);
  }

  /** A table inside this one. */
  Table table(String field) {
    JsonNode value = field(field);
    if (value == null) {
      fault(field, "is missing");
      return new Table(where + "." + field, Digests.object(), faults);
    }
    return new Table(where + "." + field, value, faults);
  }

  String string(String field) {
    JsonNode value = field(field);
    if (value == null || !value.isString()) {
      fault(field, value == null ? "is missing" : "must be a string");
      return "";
    }
    return value.stringValue();
  }

  String string(String field, String otherwise) {
    return has(field) ? string(field) : otherwise;
  }

  int integer(String field, int least, int most) {
    JsonNode value = field(field);
    if (value == null) {
      fault(field, "is missing");
      return least;
    }
    boolean fits = value.isIntegralNumber() && value.canConvertToInt();
    if (!fits || value.intValue() < least || value.intValue() > most) {
      fault(field, "is %s, must be an integer from %d to %d".formatted(value, least, most));
      return least;
    }
    return value.intValue();
  }

  int integer(String field, int least, int most, int otherwise) {
    return has(field) ? integer(field, least, most) : otherwise;
  }

  boolean bool(String field, boolean otherwise) {
    JsonNode value = field(field);
    if (value != null && !value.isBoolean()) {
      fault(field, "must be true or false");
      return otherwise;
    }
    return value == null ? otherwise : value.booleanValue();
  }

  <E extends Enum<E>> E choice(String field, Class<E> type) {
    E[] constants = type.getEnumConstants();
    String text = string(field);
    for (E constant : constants) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
        return constant;
      }
    }
    if (has(field)) {
      fault(field, "is '%s', must be one of %s".formatted(text, choices(constants)));
    }
    return constants[0];
  }

  <E extends Enum<E>> E choice(String field, Class<E> type, E otherwise) {
    return has(field) ? choice(field, type) : otherwise;
  }

  private static String choices(Enum<?>[] constants) {
    return Arrays.stream(constants)
        .map(constant -> constant.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  /** To be called when every field has been asked for: others are faults. */
  void refuseOthers() {
    for (String name : node.propertyNames()) {
      if (!known.contains(name)) {
        fault("unknown field '%s'".formatted(name));
      }
    }
  }
}
