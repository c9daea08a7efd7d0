package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array. One that came from outside is taken over when it is first looked at. */
final class JsArray extends Thing {

  /** How far behind its end an array may be written to; what lies between becomes undefined. */
  private static final int LARGEST_GAP = 100_000;

  private final List<Object> items;
  private @Nullable List<?> source;

  JsArray(List<Object> items) {
    this.items = items;
  }

  private JsArray(List<?> source, List<Object> items) {
    this.items = items;
    this.source = source;
  }

  static JsArray lazy(List<?> source) {
    return new JsArray(source, new ArrayList<>());
  }

  /** A new array of counted cells. */
  static JsArray of(Machine machine, List<Object> items) {
    machine.cells(items.size());
    return new JsArray(items);
  }

  @Nullable List<?> untouched() {
    return source;
  }

  List<Object> items(Machine machine) {
    if (source != null) {
      var from = source;
      source = null;
      machine.cells(from.size());
      from.forEach(item -> items.add(Crossing.inward(item)));
    }
    return items;
  }

  Object element(Machine machine, int index) {
    var all = items(machine);
    return index >= 0 && index < all.size() ? all.get(index) : Nothing.UNDEFINED;
  }

  void setElement(Machine machine, int index, Object value) {
    var all = items(machine);
    if (index < all.size()) {
      all.set(index, value);
      return;
    }
    if (index - all.size() > LARGEST_GAP) {
      throw Thrown.range("Invalid array length");
    }
    machine.cells(index - all.size() + 1L);
    while (all.size() < index) {
      all.add(Nothing.UNDEFINED);
    }
    all.add(value);
  }

  private void resize(Machine machine, double length) {
    int size = Indices.of(length);
    var all = items(machine);
    if (size < 0) {
      throw Thrown.range("Invalid array length");
    }
    if (size < all.size()) {
      all.subList(size, all.size()).clear();
    } else if (size > all.size()) {
      setElement(machine, size - 1, Nothing.UNDEFINED);
    }
  }

  @Override
  Object property(Machine machine, String name) {
    if (name.equals("length")) {
      return (double) items(machine).size();
    }
    int index = Indices.of(name);
    return index >= 0 ? element(machine, index) : ArrayMethods.of(name);
  }

  @Override
  void put(Machine machine, String name, Object value) {
    int index = Indices.of(name);
    if (index >= 0) {
      setElement(machine, index, value);
    } else if (name.equals("length")) {
      resize(machine, Conversions.number(machine, value));
    } else {
      throw Thrown.type("Cannot set property '" + name + "' of an array");
    }
  }

  @Override
  boolean has(Machine machine, String name) {
    int index = Indices.of(name);
    return name.equals("length") || (index >= 0 && index < items(machine).size());
  }

  @Override
  void remove(Machine machine, String name) {
    int index = Indices.of(name);
    if (index >= 0 && index < items(machine).size()) {
      items(machine).set(index, Nothing.UNDEFINED);
    }
  }

  @Override
  List<String> names(Machine machine) {
    machine.cells(items(machine).size());
    var names = new ArrayList<String>();
    for (int i = 0; i < items(machine).size(); i++) {
      names.add(Integer.toString(i));
    }
    return names;
  }

  @Override
  String kind() {
    return "Array";
  }

  @Override
  String text(Machine machine) {
    return ArrayMethods.join(machine, this, ",");
  }
}
