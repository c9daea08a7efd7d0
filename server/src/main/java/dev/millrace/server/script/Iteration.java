package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What loops and spreads go over: what is there when they begin. */
final class Iteration {

  private Iteration() {}

  static List<Object> items(Machine machine, Object value) {
    return switch (value) {
      case JsArray array -> copy(machine, array.items(machine));
      case JsSet set -> copy(machine, set.values());
      case JsMap map -> map.entries(machine);
      case String text -> characters(machine, text);
      default -> throw Thrown.type(Conversions.shown(value) + " is not iterable");
    };
  }

  private static List<Object> copy(Machine machine, Collection<Object> items) {
    machine.cells(items.size());
    return new ArrayList<>(items);
  }

  private static List<Object> characters(Machine machine, String text) {
    machine.cells(text.length());
    machine.chars(text.length());
    var characters = new ArrayList<Object>();
    text.codePoints().forEach(c -> characters.add(Character.toString(c)));
    return characters;
  }

  /** What {@code for … in} goes over. */
  static List<Object> keys(Machine machine, Object value) {
    return switch (value) {
      case Thing thing -> new ArrayList<>(thing.names(machine));
      case String text -> {
        machine.cells(text.length());
        var keys = new ArrayList<Object>();
        for (int i = 0; i < text.length(); i++) {
          keys.add(Integer.toString(i));
        }
        yield keys;
      }
      default -> new ArrayList<>();
    };
  }
}
