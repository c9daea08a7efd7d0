package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Methods of arrays that call nobody back. */
final class ArrayMethods {

  private static final int LEVELS = 4;

  static final Map<String, Object> TABLE =
      ArrayCallbacks.addTo(new Methods(""))
          .add("push", (machine, self, args) -> push(machine, self, args))
          .add("pop", (machine, self, _) -> taken(items(machine, self), false))
          .add("shift", (machine, self, _) -> taken(counted(machine, self), true))
          .add("unshift", (machine, self, args) -> unshift(machine, self, args))
          .add("slice", (machine, self, args) -> slice(machine, self, args))
          .add("splice", (machine, self, args) -> splice(machine, self, args))
          .add("concat", (machine, self, args) -> concat(machine, self, args))
          .add("join", (machine, self, args) -> joined(machine, self, args))
          .add("reverse", (machine, self, _) -> reverse(machine, self))
          .add(
              "indexOf",
              (machine, self, args) -> (double) position(machine, self, args, false, false))
          .add(
              "lastIndexOf",
              (machine, self, args) -> (double) position(machine, self, args, true, false))
          .add("includes", (machine, self, args) -> position(machine, self, args, false, true) >= 0)
          .add("at", (machine, self, args) -> at(machine, self, args))
          .add("fill", (machine, self, args) -> fill(machine, self, args))
          .add("flat", (machine, self, args) -> flat(machine, self, args))
          .add("keys", (machine, self, _) -> keys(machine, self))
          .add("values", (machine, self, _) -> copy(machine, items(machine, self)))
          .add("entries", (machine, self, _) -> entries(machine, self))
          .add("toString", (machine, self, _) -> join(machine, array(self), ","))
          .table();

  private ArrayMethods() {}

  static Object of(String name) {
    Object own = TABLE.get(name);
    return own == null ? ObjectMethods.of(name) : own;
  }

  static JsArray array(Object self) {
    if (self instanceof JsArray array) {
      return array;
    }
    throw Thrown.type(Conversions.shown(self) + " is not an array");
  }

  static List<Object> items(Machine machine, Object self) {
    return array(self).items(machine);
  }

  /** For what looks at all elements. */
  static List<Object> counted(Machine machine, Object self) {
    var items = items(machine, self);
    machine.steps(items.size());
    return items;
  }

  private static Object copy(Machine machine, List<Object> items) {
    return JsArray.of(machine, new ArrayList<>(items));
  }

  private static Object push(Machine machine, Object self, Args args) {
    var items = items(machine, self);
    machine.cells(args.size());
    Collections.addAll(items, args.values());
    return (double) items.size();
  }

  private static Object taken(List<Object> items, boolean first) {
    if (items.isEmpty()) {
      return Nothing.UNDEFINED;
    }
    return first ? items.removeFirst() : items.removeLast();
  }

  private static Object unshift(Machine machine, Object self, Args args) {
    var items = counted(machine, self);
    machine.cells(args.size());
    items.addAll(0, List.of(args.values()));
    return (double) items.size();
  }

  private static Object slice(Machine machine, Object self, Args args) {
    var items = counted(machine, self);
    int from = Indices.within(args.number(machine, 0, 0), items.size());
    int to = Indices.within(args.number(machine, 1, items.size()), items.size());
    return copy(machine, items.subList(from, Math.max(from, to)));
  }

  private static Object splice(Machine machine, Object self, Args args) {
    var items = counted(machine, self);
    int from = Indices.within(args.number(machine, 0, 0), items.size());
    double count = args.size() < 2 ? items.size() : Math.max(0, args.number(machine, 1));
    var range = items.subList(from, (int) Math.min(items.size(), from + count));
    Object removed = copy(machine, range);
    range.clear();
    if (args.size() > 2) {
      machine.cells(args.size() - 2L);
      items.addAll(from, List.of(args.values()).subList(2, args.size()));
    }
    return removed;
  }

  private static Object concat(Machine machine, Object self, Args args) {
    var all = new ArrayList<>(counted(machine, self));
    for (Object value : args.values()) {
      if (value instanceof JsArray array) {
        all.addAll(counted(machine, array));
      } else {
        all.add(value);
      }
    }
    return JsArray.of(machine, all);
  }

  private static Object joined(Machine machine, Object self, Args args) {
    return join(machine, array(self), args.has(0) ? args.text(machine, 0) : ",");
  }

  static String join(Machine machine, JsArray array, String separator) {
    machine.enter(LEVELS);
    var text = new StringBuilder();
    var items = counted(machine, array);
    for (int i = 0; i < items.size(); i++) {
      Object item = items.get(i);
      String part = item instanceof Nothing ? "" : Conversions.text(machine, item);
      String before = i == 0 ? "" : separator;
      machine.chars(before.length() + (long) part.length());
      text.append(before).append(part);
    }
    machine.leave(LEVELS);
    return text.toString();
  }

  private static Object reverse(Machine machine, Object self) {
    Collections.reverse(counted(machine, self));
    return self;
  }

  private static int position(
      Machine machine, Object self, Args args, boolean last, boolean findsNaN) {
    var items = counted(machine, self);
    Object sought = args.at(0);
    int from = Indices.within(args.number(machine, 1, 0), items.size());
    for (int i = last ? items.size() - 1 : from; i >= 0 && i < items.size(); i += last ? -1 : 1) {
      Object item = items.get(i);
      if (Operators.same(item, sought) || (findsNaN && item.equals(sought))) {
        return i;
      }
    }
    return -1;
  }

  private static Object at(Machine machine, Object self, Args args) {
    double index = args.number(machine, 0, 0);
    int size = items(machine, self).size();
    return array(self).element(machine, (int) (index < 0 ? index + size : index));
  }

  private static Object fill(Machine machine, Object self, Args args) {
    var items = counted(machine, self);
    int from = Indices.within(args.number(machine, 1, 0), items.size());
    int to = Indices.within(args.number(machine, 2, items.size()), items.size());
    for (int i = from; i < to; i++) {
      items.set(i, args.at(0));
    }
    return self;
  }

  private static Object flat(Machine machine, Object self, Args args) {
    var all = new ArrayList<Object>();
    flatten(machine, items(machine, self), args.number(machine, 0, 1), all);
    return new JsArray(all);
  }

  static void flatten(Machine machine, List<Object> items, double depth, List<Object> into) {
    machine.enter(LEVELS);
    machine.steps(items.size());
    for (Object item : items) {
      if (item instanceof JsArray inner && depth >= 1) {
        flatten(machine, inner.items(machine), depth - 1, into);
      } else {
        machine.cells(1);
        into.add(item);
      }
    }
    machine.leave(LEVELS);
  }

  private static Object keys(Machine machine, Object self) {
    var keys = new ArrayList<Object>();
    for (int i = 0; i < items(machine, self).size(); i++) {
      keys.add((double) i);
    }
    return JsArray.of(machine, keys);
  }

  private static Object entries(Machine machine, Object self) {
    var entries = new ArrayList<Object>();
    var items = counted(machine, self);
    machine.cells(items.size() * 2L);
    for (int i = 0; i < items.size(); i++) {
      entries.add(new JsArray(new ArrayList<>(List.of((double) i, items.get(i)))));
    }
    return JsArray.of(machine, entries);
  }
}
