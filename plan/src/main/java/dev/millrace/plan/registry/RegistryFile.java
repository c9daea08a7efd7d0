package dev.millrace.plan.registry;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * A registry in TOML: {@code schema_version = 1}, then an array of tables. Collects what is wrong
 * with it. Not thread-safe, used once.
 */
final class RegistryFile {
  /** Far more than anybody has, so that what is made of a registry has a bound. */
  private static final int MAX_ENTRIES = 10_000;

  private static final int MAX_CHARS = 4 << 20;
  private static final TomlMapper TOML = TomlMapper.builder().build();

  private final String name;
  private final List<String> faults = new ArrayList<>();
  private final Set<Object> ids = new HashSet<>();
  private final Set<String> names = new HashSet<>();

  RegistryFile(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  List<String> faults() {
    return faults;
  }

  /** The entries of the array {@code entries}; none if the text is not such a file. */
  List<Table> read(String text, String entries) {
    if (text.length() > MAX_CHARS) {
      fault("is longer than %d characters".formatted(MAX_CHARS));
      return List.of();
    }
    try {
      return tables(TOML.readTree(text), entries);
    } catch (JacksonException e) {
      var at = e.getLocation();
      String place = at == null ? "" : " line %d:".formatted(at.getLineNr());
      faults.add("%s:%s %s".formatted(name, place, e.getOriginalMessage()));
      return List.of();
    }
  }

  /** The entries of a document that was parsed already. */
  List<Table> tables(JsonNode root, String entries) {
    checkHead(root, entries);
    JsonNode array = root.path(entries);
    if (!array.isArray() || array.size() > MAX_ENTRIES) {
      fault("needs from 0 to %d tables [[%s]]".formatted(MAX_ENTRIES, entries));
      return List.of();
    }
    List<Table> tables = new ArrayList<>();
    for (JsonNode entry : array) {
      JsonNode label = entry.path("name");
      String which =
          label.isString() ? "'" + label.stringValue() + "'" : "number " + (tables.size() + 1);
      tables.add(new Table("%s: %s %s".formatted(name, entries, which), entry, faults));
    }
    return tables;
  }

  private void checkHead(JsonNode root, String entries) {
    if (root.path("schema_version").intValue(0) != 1) {
      fault("'schema_version' must be 1");
    }
    for (String field : root.propertyNames()) {
      if (!field.equals("schema_version") && !field.equals(entries)) {
        fault("unknown field '%s'".formatted(field));
      }
    }
  }

  void fault(String reason) {
    faults.add(name + ": " + reason);
  }

  void unique(Table table, Object id, String entryName) {
    if (!ids.add(id)) {
      table.fault("id %s is there twice".formatted(id));
    }
    if (!names.add(entryName)) {
      table.fault("name '%s' is there twice".formatted(entryName));
    }
  }

  void throwFaults() {
    if (!faults.isEmpty()) {
      throw new RegistryException(faults);
    }
  }
}
