package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.List;

/** {@code Object} and its functions. */
final class ObjectFunctions {

  private ObjectFunctions() {}

  static Native constructor() {
    var functions =
        new Methods("Object")
            .add("keys", (machine, _, args) -> keys(machine, args.at(0)))
            .add("values", (machine, _, args) -> values(machine, args.at(0)))
            .add("entries", (machine, _, args) -> entries(machine, args.at(0)))
            .add("fromEntries", (machine, _, args) -> fromEntries(machine, args.at(0)))
            .add("assign", (machine, _, args) -> assignAll(machine, args))
            .add("freeze", (_, _, args) -> args.at(0))
            .add("is", (_, _, args) -> args.at(0).equals(args.at(1)))
            .add(
                "hasOwn",
                (machine, _, args) ->
                    args.at(0) instanceof Thing thing && thing.has(machine, args.text(machine, 1)))
            .put("prototype", new Frozen("Object", ObjectMethods.PROTOTYPE))
            .table();
    return Native.constructor(
        "Object",
        functions,
        (machine, _, args) -> {
          machine.cells(1);
          return args.at(0) instanceof Nothing ? new JsObject() : args.at(0);
        });
  }

  private static Thing thing(Object value) {
    if (value instanceof Thing thing) {
      return thing;
    }
    throw Thrown.type("Cannot convert " + Conversions.shown(value) + " to object");
  }

  private static Object keys(Machine machine, Object value) {
    return value instanceof String
        ? new JsArray(Iteration.keys(machine, value))
        : new JsArray(new ArrayList<>(thing(value).names(machine)));
  }

  private static Object values(Machine machine, Object value) {
    Thing thing = thing(value);
    var values = new ArrayList<Object>();
    for (String name : thing.names(machine)) {
      values.add(thing.property(machine, name));
    }
    return new JsArray(values);
  }

  private static Object entries(Machine machine, Object value) {
    Thing thing = thing(value);
    var entries = new ArrayList<Object>();
    for (String name : thing.names(machine)) {
      machine.cells(2);
      entries.add(new JsArray(new ArrayList<>(List.of(name, thing.property(machine, name)))));
    }
    return new JsArray(entries);
  }

  private static Object fromEntries(Machine machine, Object value) {
    var object = new JsObject();
    for (Object entry : Iteration.items(machine, value)) {
      object.put(
          machine,
          Conversions.text(machine, Members.get(machine, entry, 0.0)),
          Members.get(machine, entry, 1.0));
    }
    return object;
  }

  private static Object assignAll(Machine machine, Args args) {
    Thing target = thing(args.at(0));
    for (int i = 1; i < args.size(); i++) {
      assign(machine, target, args.at(i));
    }
    return target;
  }

  /** Copies what is there to copy. */
  static void assign(Machine machine, Thing target, Object from) {
    switch (from) {
      case Thing thing ->
          thing
              .names(machine)
              .forEach(name -> target.put(machine, name, thing.property(machine, name)));
      case String text -> {
        for (Object key : Iteration.keys(machine, text)) {
          target.put(machine, Conversions.text(machine, key), Members.get(machine, text, key));
        }
      }
      default -> {}
    }
  }
}
