package dev.millrace.dsl.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code Object.keys} and its like. */
final class ObjectFunctions {

  private ObjectFunctions() {}

  private interface Code {
    Value call(Meter meter, Arguments given);
  }

  static Map<String, Value> all() {
    return Map.of(
        "keys", function("keys", ObjectFunctions::keys),
        "values", function("values", ObjectFunctions::values),
        "entries", function("entries", ObjectFunctions::entries),
        "assign", function("assign", ObjectFunctions::assign),
        "fromEntries", function("fromEntries", ObjectFunctions::fromEntries),
        "freeze", function("freeze", (_, given) -> given.value(0)));
  }

  private static Value function(String name, Code code) {
    return new NativeFunction(
        "Object." + name,
        (in, values, at) -> code.call(in.meter(), new Arguments("Object." + name, values, at)));
  }

  private static ObjectValue object(Meter meter, Arguments given) {
    ObjectValue object = given.object(0);
    meter.cells(3L * object.size(), given.at());
    return object;
  }

  private static Value keys(Meter meter, Arguments given) {
    return new ListValue(
        List.copyOf(object(meter, given).names().stream().map(Values::of).toList()));
  }

  private static Value values(Meter meter, Arguments given) {
    ObjectValue object = object(meter, given);
    return new ListValue(object.names().stream().map(object::value).toList());
  }

  private static Value entries(Meter meter, Arguments given) {
    ObjectValue object = object(meter, given);
    var entries = new ArrayList<Value>();
    for (String name : object.names()) {
      entries.add(new ListValue(List.of(Values.of(name), object.value(name))));
    }
    return new ListValue(entries);
  }

  private static Value assign(Meter meter, Arguments given) {
    ObjectValue target = given.object(0);
    var members = new Members(meter);
    for (int i = 1; i < given.values().size(); i++) {
      members.copyAll(given.value(i), target, given.at());
    }
    return target;
  }

  private static Value fromEntries(Meter meter, Arguments given) {
    var object = new ObjectValue();
    for (Value entry : given.list(0).items()) {
      if (!(entry instanceof ListValue pair) || pair.items().size() != 2) {
        throw given.at().refuse("Object.fromEntries needs [name, value] pairs");
      }
      meter.cells(1, given.at());
      String name = Members.propertyName(pair.items().getFirst(), given.at());
      object.put(name, pair.items().getLast(), given.at());
    }
    return object;
  }
}
