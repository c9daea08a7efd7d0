package dev.millrace.server.script;

import java.util.List;
import java.util.Map;

/** What sets and maps share: a size, methods, and no properties of their own. */
abstract class Collected extends Thing {

  private final String kind;
  private final Map<String, Object> methods;

  Collected(String kind, Map<String, Object> methods) {
    this.kind = kind;
    this.methods = methods;
  }

  abstract int size();

  @Override
  final Object property(Machine machine, String name) {
    if (name.equals("size")) {
      return (double) size();
    }
    Object method = methods.get(name);
    return method == null ? ObjectMethods.of(name) : method;
  }

  @Override
  final void put(Machine machine, String name, Object value) {
    throw Thrown.type("Cannot set property '" + name + "' of a " + kind);
  }

  @Override
  final boolean has(Machine machine, String name) {
    return false;
  }

  @Override
  final void remove(Machine machine, String name) {}

  @Override
  final List<String> names(Machine machine) {
    return List.of();
  }

  @Override
  final String kind() {
    return kind;
  }

  @Override
  final String text(Machine machine) {
    return "[object " + kind + "]";
  }
}
