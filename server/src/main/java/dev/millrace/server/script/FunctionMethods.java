package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.List;

/** Methods of functions. */
final class FunctionMethods {

  /** What a function that is made by another one costs, in cells. */
  private static final int COST = 10;

  private FunctionMethods() {}

  static Object of(Callable function, String functionName, String property) {
    return switch (property) {
      case "name" -> functionName;
      case "call" ->
          Native.of(
              "call",
              (machine, _, args) -> function.call(machine, args.at(0), tail(args).toArray()));
      case "apply" ->
          Native.of(
              "apply",
              (machine, _, args) ->
                  function.call(
                      machine,
                      args.at(0),
                      args.has(1)
                          ? Iteration.items(machine, args.at(1)).toArray()
                          : new Object[0]));
      case "bind" -> Native.of("bind", (machine, _, args) -> bound(machine, function, args));
      default -> ObjectMethods.of(property);
    };
  }

  private static Object bound(Machine machine, Callable function, Args bound) {
    machine.cells(bound.size() + COST);
    List<Object> first = tail(bound);
    return Native.of(
        "bound",
        (inner, _, args) -> {
          var all = new ArrayList<>(first);
          all.addAll(List.of(args.values()));
          return function.call(inner, bound.at(0), all.toArray());
        });
  }

  private static List<Object> tail(Args args) {
    return List.of(args.values()).subList(Math.min(1, args.size()), args.size());
  }
}
