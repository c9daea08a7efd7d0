package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plain object. One that came from outside is taken over when it is first looked at, one level at
 * a time: a condition that reads one number of a large input pays for one number. Not thread-safe.
 */
class JsObject extends Thing {

  private final Map<String, Object> properties;

  /** What it came from, until it is looked at. */
  private @Nullable Map<?, ?> source;

  JsObject() {
    this.properties = new LinkedHashMap<>();
  }

  JsObject(Map<?, ?> source) {
    this();
    this.source = source;
  }

  /** What it came from if nobody has looked at it, else null. */
  @Nullable Map<?, ?> untouched() {
    return source;
  }

  /** Of an object that did not come from outside. */
  final Map<String, Object> ownProperties() {
    return properties;
  }

  Map<String, Object> properties(Machine machine) {
    if (source != null) {
      var from = source;
      source = null;
      machine.cells(from.size());
      from.forEach((name, value) -> properties.put(String.valueOf(name), Crossing.inward(value)));
    }
    return properties;
  }

  @Override
  Object property(Machine machine, String name) {
    Object own = properties(machine).get(name);
    return own == null ? ObjectMethods.of(name) : own;
  }

  @Override
  void put(Machine machine, String name, Object value) {
    var all = properties(machine);
    if (!all.containsKey(name)) {
      machine.cells(1);
    }
    all.put(name, value);
  }

  @Override
  boolean has(Machine machine, String name) {
    return properties(machine).containsKey(name);
  }

  @Override
  void remove(Machine machine, String name) {
    properties(machine).remove(name);
  }

  @Override
  List<String> names(Machine machine) {
    var all = properties(machine);
    machine.cells(all.size());
    List<String> numbers = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String name : all.keySet()) {
      (Indices.of(name) >= 0 ? numbers : others).add(name);
    }
    if (numbers.isEmpty()) {
      return others;
    }
    numbers.sort((a, b) -> Integer.compare(Indices.of(a), Indices.of(b)));
    numbers.addAll(others);
    return numbers;
  }

  @Override
  String kind() {
    return "Object";
  }

  @Override
  String text(Machine machine) {
    return "[object Object]";
  }
}
