package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A map with keys of any type. Not thread-safe. */
final class JsMap extends Collected {

  private static final Map<String, Object> METHODS =
      new Methods("")
          .add("set", (machine, self, args) -> map(self).set(machine, args.at(0), args.at(1)))
          .add("get", (_, self, args) -> map(self).get(args.at(0)))
          .add("has", (_, self, args) -> map(self).values.containsKey(key(args.at(0))))
          .add("delete", (_, self, args) -> map(self).values.remove(key(args.at(0))) != null)
          .add("clear", (_, self, _) -> map(self).clear())
          .add("keys", (m, self, _) -> JsArray.of(m, new ArrayList<>(map(self).values.keySet())))
          .add("values", (m, self, _) -> JsArray.of(m, new ArrayList<>(map(self).values.values())))
          .add("entries", (m, self, _) -> new JsArray(map(self).entries(m)))
          .add("forEach", (machine, self, args) -> map(self).forEach(machine, args.function(0)))
          .table();

  private final Map<Object, Object> values = new LinkedHashMap<>();

  JsMap() {
    super("Map", METHODS);
  }

  private static JsMap map(Object self) {
    if (self instanceof JsMap map) {
      return map;
    }
    throw Thrown.type(Conversions.shown(self) + " is not a Map");
  }

  /** Numbers are equal by value, and so are both zeros. */
  static Object key(Object value) {
    return value instanceof Number number ? (Object) (number.doubleValue() + 0.0) : value;
  }

  Object set(Machine machine, Object key, Object value) {
    machine.cells(2);
    values.put(key(key), value);
    return this;
  }

  private Object get(Object key) {
    Object value = values.get(key(key));
    return value == null ? Nothing.UNDEFINED : value;
  }

  private Object clear() {
    values.clear();
    return Nothing.UNDEFINED;
  }

  List<Object> entries(Machine machine) {
    machine.cells(values.size() * 3L);
    var entries = new ArrayList<Object>();
    values.forEach((key, value) -> entries.add(new JsArray(new ArrayList<>(List.of(key, value)))));
    return entries;
  }

  private Object forEach(Machine machine, Callable function) {
    machine.cells(values.size());
    for (var entry : List.copyOf(values.entrySet())) {
      var _ =
          function.call(
              machine, Nothing.UNDEFINED, new Object[] {entry.getValue(), entry.getKey(), this});
    }
    return Nothing.UNDEFINED;
  }

  @Override
  int size() {
    return values.size();
  }
}
