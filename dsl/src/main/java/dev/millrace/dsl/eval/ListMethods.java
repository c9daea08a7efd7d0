package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A call of a method of an array. */
record ListMethods(Interpreter interpreter, ListValue list, Arguments given) {

  static final Set<String> NAMES =
      Set.of(
          "map",
          "filter",
          "reduce",
          "forEach",
          "slice",
          "concat",
          "includes",
          "indexOf",
          "join",
          "push",
          "pop",
          "shift",
          "unshift",
          "reverse",
          "toReversed",
          "sort",
          "toSorted",
          "flat",
          "flatMap",
          "some",
          "every",
          "find",
          "findIndex",
          "at",
          "keys",
          "values",
          "entries",
          "fill");

  Value call(String name) {
    return switch (name) {
      case "map", "forEach", "filter", "flatMap", "some", "every", "find", "findIndex" ->
          new ListCallbacks(interpreter, given).call(name, List.copyOf(items()));
      case "reduce" -> new ListCallbacks(interpreter, given).reduce(List.copyOf(items()));
      case "push", "pop", "shift", "unshift", "fill" -> changed(name);
      case "reverse", "toReversed" -> reversed(name.equals("reverse"));
      case "sort", "toSorted" -> sorted(name.equals("sort"));
      case "includes", "indexOf" -> search(name);
      case "keys", "values", "entries" -> parts(name);
      case "join" -> joined();
      case "at" -> at();
      case "flat" -> made(flattened(items(), given.integer(0, 1)));
      case "concat" -> concatenated();
      default -> slice();
    };
  }

  private List<Value> items() {
    return list.items();
  }

  private Place here() {
    return given.at();
  }

  private ListValue made(List<Value> values) {
    interpreter.meter().cells(values.size(), here());
    return new ListValue(values);
  }

  private Value changed(String name) {
    switch (name) {
      case "push" -> {
        interpreter.meter().cells(given.values().size(), here());
        items().addAll(given.values());
      }
      case "unshift" -> {
        interpreter.meter().cells(given.values().size(), here());
        interpreter.meter().steps(items().size(), here());
        items().addAll(0, given.values());
      }
      case "fill" -> Collections.fill(items(), given.value(0));
      case "pop" -> {
        return items().isEmpty() ? Values.UNDEFINED : items().removeLast();
      }
      default -> {
        interpreter.meter().steps(items().size(), here());
        return items().isEmpty() ? Values.UNDEFINED : items().removeFirst();
      }
    }
    return name.equals("fill") ? list : Values.of((double) items().size());
  }

  private Value reversed(boolean inPlace) {
    ListValue target = inPlace ? list : made(items());
    interpreter.meter().steps(items().size(), here());
    Collections.reverse(target.items());
    return target;
  }

  private Value sorted(boolean inPlace) {
    List<Value> copy = new ArrayList<>(items());
    interpreter.meter().cells(copy.size(), here());
    MergeSort.sort(copy, this::inOrder);
    if (!inPlace) {
      return new ListValue(copy);
    }
    Collections.copy(items(), copy);
    return list;
  }

  /** Whether the first may stand before the second. */
  private boolean inOrder(Value a, Value b) {
    interpreter.meter().step(here());
    if (given.has(0)) {
      Value order = interpreter.call(given.function(0), List.of(a, b), here());
      if (!(order instanceof Value.Num num)) {
        throw here().refuse("sort: the function must answer a number, not %s", order.shown());
      }
      return !(num.value() > 0);
    }
    if (a instanceof Value.Num x && b instanceof Value.Num y) {
      return x.value() <= y.value();
    }
    if (a instanceof Value.Str x && b instanceof Value.Str y) {
      return x.value().compareTo(y.value()) <= 0;
    }
    throw here().refuse("sort: all numbers or all strings, or give a function to compare with");
  }

  private Value search(String name) {
    Value wanted = given.value(0);
    interpreter.meter().steps(items().size(), here());
    if (wanted instanceof Value.Lifted) {
      if (name.equals("includes")) {
        return interpreter.operators().oneOf(wanted, items(), here());
      }
      PlainOperators.refuseLifted(wanted, here());
    }
    int index = -1;
    for (int i = 0; i < items().size() && index < 0; i++) {
      index = PlainOperators.same(items().get(i), wanted) ? i : -1;
    }
    return name.equals("includes") ? Values.of(index >= 0) : Values.of((double) index);
  }

  private Value parts(String name) {
    if (name.equals("values")) {
      return made(items());
    }
    interpreter.meter().cells(3L * items().size(), here());
    var parts = new ArrayList<Value>();
    for (int i = 0; i < items().size(); i++) {
      Value index = Values.of((double) i);
      parts.add(name.equals("keys") ? index : new ListValue(List.of(index, items().get(i))));
    }
    return new ListValue(parts);
  }

  private Value joined() {
    String between = given.has(0) ? given.string(0) : ",";
    interpreter.meter().steps(items().size(), here());
    var text = new StringBuilder();
    for (int i = 0; i < items().size(); i++) {
      Value item = items().get(i);
      String part = item.isNothing() ? "" : PlainOperators.text(item, here());
      interpreter.meter().chars(part.length() + (long) between.length(), here());
      text.append(i == 0 ? "" : between).append(part);
    }
    return Values.of(text.toString());
  }

  private Value at() {
    int index = given.integer(0);
    int i = index < 0 ? items().size() + index : index;
    return i >= 0 && i < items().size() ? items().get(i) : Values.UNDEFINED;
  }

  private List<Value> flattened(List<Value> values, int depth) {
    interpreter.meter().steps(values.size(), here());
    interpreter.meter().enter(here());
    var flat = new ArrayList<Value>();
    for (Value value : values) {
      if (value instanceof ListValue inner && depth > 0) {
        flat.addAll(flattened(inner.items(), depth - 1));
      } else {
        flat.add(value);
      }
    }
    interpreter.meter().cells(flat.size(), here());
    interpreter.meter().leave();
    return flat;
  }

  private Value concatenated() {
    var all = new ArrayList<>(items());
    interpreter.meter().cells(all.size(), here());
    for (Value value : given.values()) {
      List<Value> more = value instanceof ListValue other ? other.items() : List.of(value);
      interpreter.meter().cells(more.size(), here());
      all.addAll(more);
    }
    return new ListValue(all);
  }

  private Value slice() {
    int size = items().size();
    int from = Ranges.clamp(given.integer(0, 0), size);
    int to = Ranges.clamp(given.integer(1, size), size);
    return made(from < to ? items().subList(from, to) : List.of());
  }
}
