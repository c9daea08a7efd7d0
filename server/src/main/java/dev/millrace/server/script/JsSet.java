package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A set. Not thread-safe. */
final class JsSet extends Collected {

  private static final Map<String, Object> METHODS =
      new Methods("")
          .add("add", (machine, self, args) -> set(self).add(machine, args.at(0)))
          .add("has", (_, self, args) -> set(self).values.contains(JsMap.key(args.at(0))))
          .add("delete", (_, self, args) -> set(self).values.remove(JsMap.key(args.at(0))))
          .add("clear", (_, self, _) -> set(self).clear())
          .add("values", (machine, self, _) -> set(self).list(machine))
          .add("keys", (machine, self, _) -> set(self).list(machine))
          .add("forEach", (machine, self, args) -> set(self).forEach(machine, args.function(0)))
          .table();

  private final Set<Object> values = new LinkedHashSet<>();

  JsSet() {
    super("Set", METHODS);
  }

  private static JsSet set(Object self) {
    if (self instanceof JsSet set) {
      return set;
    }
    throw Thrown.type(Conversions.shown(self) + " is not a Set");
  }

  Collection<Object> values() {
    return values;
  }

  Object add(Machine machine, Object value) {
    machine.cells(1);
    values.add(JsMap.key(value));
    return this;
  }

  private Object clear() {
    values.clear();
    return Nothing.UNDEFINED;
  }

  private Object list(Machine machine) {
    return JsArray.of(machine, new ArrayList<>(values));
  }

  private Object forEach(Machine machine, Callable function) {
    machine.cells(values.size());
    for (Object value : List.copyOf(values)) {
      var _ = function.call(machine, Nothing.UNDEFINED, new Object[] {value, value, this});
    }
    return Nothing.UNDEFINED;
  }

  @Override
  int size() {
    return values.size();
  }
}
