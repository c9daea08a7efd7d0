package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.List;

/** What a loop or a spread goes over. */
final class Iteration {

  private Iteration() {}

  /** The elements of an array as they are now, or the characters of a string. */
  static List<Value> items(Value value, Meter meter, Place at) {
    return switch (value) {
      case ListValue list -> {
        meter.cells(list.items().size(), at);
        yield List.copyOf(list.items());
      }
      case Value.Str str -> {
        meter.cells(str.value().length(), at);
        var characters = new ArrayList<Value>();
        str.value().codePoints().forEach(c -> characters.add(Values.of(Character.toString(c))));
        yield characters;
      }
      default -> throw at.refuse("%s cannot be gone over; expected an array", value.shown());
    };
  }
}
