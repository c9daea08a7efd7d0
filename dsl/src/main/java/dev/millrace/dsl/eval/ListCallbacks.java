package dev.millrace.dsl.eval;

import java.util.ArrayList;
import java.util.List;

/** Methods of arrays that call a function for each element, of those there were at the start. */
record ListCallbacks(Interpreter interpreter, Arguments given) {

  Value call(String name, List<Value> items) {
    interpreter.meter().cells(items.size(), given.at());
    return switch (name) {
      case "map" -> new ListValue(mapped(items));
      case "flatMap" -> new ListValue(flatMapped(items));
      case "filter" -> new ListValue(filtered(items));
      case "forEach" -> {
        var _ = mapped(items);
        yield Values.UNDEFINED;
      }
      case "some" -> Values.of(first(items, true) >= 0);
      case "every" -> Values.of(first(items, false) < 0);
      case "findIndex" -> Values.of((double) first(items, true));
      default -> {
        int found = first(items, true);
        yield found < 0 ? Values.UNDEFINED : items.get(found);
      }
    };
  }

  Value reduce(List<Value> items) {
    if (items.isEmpty() && given.values().size() < 2) {
      throw given.at().refuse("reduce of an empty array needs a value to start with");
    }
    boolean started = given.values().size() > 1;
    Value result = started ? given.value(1) : items.getFirst();
    for (int i = started ? 0 : 1; i < items.size(); i++) {
      var arguments = List.of(result, items.get(i), Values.of((double) i));
      result = interpreter.call(given.function(0), arguments, given.at());
    }
    return result;
  }

  private Value one(List<Value> items, int i) {
    var arguments = List.of(items.get(i), Values.of((double) i));
    return interpreter.call(given.function(0), arguments, given.at());
  }

  private List<Value> mapped(List<Value> items) {
    var mapped = new ArrayList<Value>();
    for (int i = 0; i < items.size(); i++) {
      mapped.add(one(items, i));
    }
    return mapped;
  }

  private List<Value> flatMapped(List<Value> items) {
    var all = new ArrayList<Value>();
    for (Value value : mapped(items)) {
      List<Value> more = value instanceof ListValue inner ? inner.items() : List.of(value);
      interpreter.meter().cells(more.size(), given.at());
      all.addAll(more);
    }
    return all;
  }

  private List<Value> filtered(List<Value> items) {
    var kept = new ArrayList<Value>();
    for (int i = 0; i < items.size(); i++) {
      if (PlainOperators.truthy(one(items, i), given.at())) {
        kept.add(items.get(i));
      }
    }
    return kept;
  }

  /** The index of the first element for which the function answers this, -1 if there is none. */
  private int first(List<Value> items, boolean wanted) {
    for (int i = 0; i < items.size(); i++) {
      if (PlainOperators.truthy(one(items, i), given.at()) == wanted) {
        return i;
      }
    }
    return -1;
  }
}
