package dev.millrace.server.script;

/** Properties and elements of any value. */
final class Members {

  private Members() {}

  static Object get(Machine machine, Object object, Object key) {
    if (key instanceof Double number) {
      int index = Indices.of(number);
      if (index >= 0 && object instanceof JsArray array) {
        return array.element(machine, index);
      }
      if (index >= 0 && object instanceof String text) {
        return character(text, index);
      }
    }
    if (object instanceof Nothing) {
      throw nothing(object, "read", key);
    }
    return named(machine, object, Conversions.text(machine, key));
  }

  static Object named(Machine machine, Object object, String name) {
    return switch (object) {
      case Thing thing -> thing.property(machine, name);
      case String text -> ofText(text, name);
      case Number _ -> NumberMethods.of(name);
      case Boolean _ -> ObjectMethods.of(name);
      default -> throw nothing(object, "read", name);
    };
  }

  private static Object ofText(String text, String name) {
    if (name.equals("length")) {
      return (double) text.length();
    }
    int index = Indices.of(name);
    return index >= 0 ? character(text, index) : StringMethods.of(name);
  }

  private static Object character(String text, int index) {
    return index < text.length() ? String.valueOf(text.charAt(index)) : Nothing.UNDEFINED;
  }

  static void put(Machine machine, Object object, Object key, Object value) {
    if (key instanceof Double number && object instanceof JsArray array) {
      int index = Indices.of(number);
      if (index >= 0) {
        array.setElement(machine, index, value);
        return;
      }
    }
    if (object instanceof Nothing) {
      throw nothing(object, "set", key);
    }
    putNamed(machine, object, Conversions.text(machine, key), value);
  }

  static void putNamed(Machine machine, Object object, String name, Object value) {
    switch (object) {
      case Thing thing -> thing.put(machine, name, value);
      case Nothing _ -> throw nothing(object, "set", name);
      // JavaScript forgets properties of strings, numbers and booleans at once.
      default -> {}
    }
  }

  private static Thrown nothing(Object object, String what, Object key) {
    String name = key instanceof String text ? text : Conversions.shown(key);
    return Thrown.type(
        "Cannot %s property '%s' of %s".formatted(what, name, Conversions.shown(object)));
  }
}
