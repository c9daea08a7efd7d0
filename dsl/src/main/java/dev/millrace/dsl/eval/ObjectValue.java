package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object: its own properties and nothing else. Not thread-safe. */
public final class ObjectValue implements Value {

  private final Map<String, Slot> slots = new LinkedHashMap<>();

  /** A property's value and where it was written. */
  public record Slot(Value value, Place at) {}

  /** The value, or undefined. */
  public Value value(String name) {
    Slot slot = slots.get(name);
    return slot == null ? Values.UNDEFINED : slot.value();
  }

  public @Nullable Slot slot(String name) {
    return slots.get(name);
  }

  public boolean has(String name) {
    return slots.containsKey(name);
  }

  public void put(String name, Value value, Place at) {
    slots.put(name, new Slot(value, at));
  }

  public int size() {
    return slots.size();
  }

  /** The names in the order of JavaScript: numbers first and ascending, then as they were put. */
  public List<String> names() {
    var numbers = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (String name : slots.keySet()) {
      (name.matches("0|[1-9][0-9]{0,8}") ? numbers : others).add(name);
    }
    numbers.sort((a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)));
    numbers.addAll(others);
    return numbers;
  }
}
