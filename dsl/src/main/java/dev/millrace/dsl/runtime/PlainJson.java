package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.ListValue;
import dev.millrace.dsl.eval.Meter;
import dev.millrace.dsl.eval.Numbers;
import dev.millrace.dsl.eval.ObjectValue;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** Plain values as JSON. Bounded in depth, so that an object that holds itself ends. */
final class PlainJson {

  private static final int DEEPEST = 32;

  private PlainJson() {}

  static Object of(Value value, Meter meter, Place at) {
    return of(value, meter, at, 0);
  }

  private static Object of(Value value, Meter meter, Place at, int depth) {
    meter.step(at);
    if (depth > DEEPEST) {
      throw at.refuse("this data nests more than %d deep", DEEPEST);
    }
    return switch (value) {
      case Value.Null _ -> JsonWriter.NULL;
      case Value.Bool bool -> bool.value();
      case Value.Str str -> str.value();
      case Value.Num num when Double.isFinite(num.value()) -> num.value();
      case Value.Num num -> throw at.refuse("JSON has no %s", Numbers.text(num.value()));
      case ListValue list -> {
        var items = new ArrayList<Object>();
        for (Value item : list.items()) {
          items.add(of(item, meter, at, depth + 1));
        }
        yield items;
      }
      case ObjectValue object -> {
        var fields = new LinkedHashMap<String, Object>();
        for (String name : object.names()) {
          Value field = object.value(name);
          if (!(field instanceof Value.Undefined)) {
            fields.put(name, of(field, meter, at, depth + 1));
          }
        }
        yield fields;
      }
      default -> throw at.refuse("expected plain data, not %s", value.shown());
    };
  }
}
