package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Methods of arrays that call a function for each element. */
final class ArrayCallbacks {

  private ArrayCallbacks() {}

  static Methods addTo(Methods methods) {
    return methods
        .add("map", (machine, self, args) -> map(machine, new Each(machine, self, args)))
        .add("filter", (machine, self, args) -> filter(machine, new Each(machine, self, args)))
        .add("forEach", (machine, self, args) -> forEach(new Each(machine, self, args)))
        .add("some", (machine, self, args) -> new Each(machine, self, args).first(true) >= 0)
        .add("every", (machine, self, args) -> new Each(machine, self, args).first(false) < 0)
        .add("find", (machine, self, args) -> found(new Each(machine, self, args), false))
        .add("findLast", (machine, self, args) -> found(new Each(machine, self, args), true))
        .add(
            "findIndex",
            (machine, self, args) -> (double) new Each(machine, self, args).first(true))
        .add(
            "findLastIndex", (machine, self, args) -> (double) new Each(machine, self, args).last())
        .add("flatMap", (machine, self, args) -> flatMap(machine, new Each(machine, self, args)))
        .add("reduce", (machine, self, args) -> reduce(machine, self, args, false))
        .add("reduceRight", (machine, self, args) -> reduce(machine, self, args, true))
        .add("sort", (machine, self, args) -> sort(machine, self, args))
        .add(
            "toSorted",
            (machine, self, args) ->
                sort(
                    machine,
                    JsArray.of(machine, new ArrayList<>(ArrayMethods.items(machine, self))),
                    args));
  }

  /** The elements of an array and what is called for them. The array may change meanwhile. */
  private record Each(Machine machine, List<Object> items, Object array, Callable function) {

    Each(Machine machine, Object self, Args args) {
      this(machine, ArrayMethods.items(machine, self), self, args.function(0));
    }

    Object call(int index) {
      return function.call(
          machine, Nothing.UNDEFINED, new Object[] {items.get(index), (double) index, array});
    }

    /** The first element for which the function says so, or -1. */
    int first(boolean truth) {
      IntPredicate holds = index -> Conversions.truthy(call(index)) == truth;
      for (int i = 0; i < items.size(); i++) {
        if (holds.test(i)) {
          return i;
        }
      }
      return -1;
    }

    int last() {
      for (int i = items.size() - 1; i >= 0; i--) {
        if (i < items.size() && Conversions.truthy(call(i))) {
          return i;
        }
      }
      return -1;
    }
  }

  private static Object map(Machine machine, Each each) {
    var mapped = new ArrayList<Object>();
    int size = each.items().size();
    for (int i = 0; i < size && i < each.items().size(); i++) {
      machine.cells(1);
      mapped.add(each.call(i));
    }
    return new JsArray(mapped);
  }

  private static Object filter(Machine machine, Each each) {
    var kept = new ArrayList<Object>();
    int size = each.items().size();
    for (int i = 0; i < size && i < each.items().size(); i++) {
      Object item = each.items().get(i);
      if (Conversions.truthy(each.call(i))) {
        machine.cells(1);
        kept.add(item);
      }
    }
    return new JsArray(kept);
  }

  private static Object forEach(Each each) {
    int size = each.items().size();
    for (int i = 0; i < size && i < each.items().size(); i++) {
      var _ = each.call(i);
    }
    return Nothing.UNDEFINED;
  }

  private static Object found(Each each, boolean last) {
    int index = last ? each.last() : each.first(true);
    return index >= 0 && index < each.items().size() ? each.items().get(index) : Nothing.UNDEFINED;
  }

  private static Object flatMap(Machine machine, Each each) {
    var mapped = (JsArray) map(machine, each);
    var flat = new ArrayList<Object>();
    ArrayMethods.flatten(machine, mapped.items(machine), 1, flat);
    return new JsArray(flat);
  }

  private static Object reduce(Machine machine, Object self, Args args, boolean fromRight) {
    var items = ArrayMethods.items(machine, self);
    Callable function = args.function(0);
    int size = items.size();
    int step = fromRight ? -1 : 1;
    int index = fromRight ? size - 1 : 0;
    Object result = args.at(1);
    if (args.size() < 2) {
      if (size == 0) {
        throw Thrown.type("Reduce of empty array with no initial value");
      }
      result = items.get(index);
      index += step;
    }
    for (; index >= 0 && index < size && index < items.size(); index += step) {
      result =
          function.call(
              machine,
              Nothing.UNDEFINED,
              new Object[] {result, items.get(index), (double) index, self});
    }
    return result;
  }

  /** A stable sort that survives any comparison; the JDK's throws when one contradicts itself. */
  private static Object sort(Machine machine, Object self, Args args) {
    var items = ArrayMethods.counted(machine, self);
    var sorted = new ArrayList<>(items);
    machine.cells(items.size());
    if (args.has(0)) {
      Callable compare = args.function(0);
      MergeSort.sort(
          sorted,
          (a, b) ->
              !(Conversions.number(
                      machine, compare.call(machine, Nothing.UNDEFINED, new Object[] {a, b}))
                  > 0));
    } else {
      MergeSort.sort(sorted, (a, b) -> textOrder(machine, a, b));
    }
    items.clear();
    items.addAll(sorted);
    return self;
  }

  private static boolean textOrder(Machine machine, Object a, Object b) {
    machine.step();
    if (a == Nothing.UNDEFINED || b == Nothing.UNDEFINED) {
      return b == Nothing.UNDEFINED;
    }
    return Conversions.text(machine, a).compareTo(Conversions.text(machine, b)) <= 0;
  }
}
