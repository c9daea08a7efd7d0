package dev.millrace.server.script;

import java.util.Map;

/** Methods that every value has. */
final class ObjectMethods {

  static final Map<String, Object> TABLE =
      new Methods("")
          .add("toString", (machine, self, _) -> text(machine, self))
          .add("toLocaleString", (machine, self, _) -> text(machine, self))
          .add("valueOf", (_, self, _) -> self)
          .add(
              "hasOwnProperty",
              (machine, self, args) ->
                  self instanceof Thing thing && thing.has(machine, args.text(machine, 0)))
          .table();

  /** Borrowed with {@code call}, its {@code toString} tells what a value is. */
  static final Map<String, Object> PROTOTYPE =
      new Methods("")
          .add("toString", (_, self, _) -> "[object " + kind(self) + "]")
          .put("hasOwnProperty", TABLE.get("hasOwnProperty"))
          .table();

  private ObjectMethods() {}

  static Object of(String name) {
    return Methods.find(TABLE, name);
  }

  private static String kind(Object value) {
    return switch (value) {
      case Thing thing -> thing.kind();
      case Nothing nothing -> nothing == Nothing.NULL ? "Null" : "Undefined";
      case String _ -> "String";
      case Boolean _ -> "Boolean";
      default -> "Number";
    };
  }

  private static Object text(Machine machine, Object self) {
    return self instanceof Thing thing ? thing.text(machine) : Conversions.text(machine, self);
  }
}
