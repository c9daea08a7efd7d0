package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The border between JSON values of Java and values of a script. */
final class Crossing {

  private static final double EXACT = 0x1p53;
  private static final int DEEPEST = 200;

  private final Machine machine;
  private long size;

  private Crossing(Machine machine) {
    this.machine = machine;
  }

  /** A value of Java as one of a script. */
  static Object inward(@Nullable Object value) {
    return switch (value) {
      case null -> Nothing.NULL;
      case String text -> text;
      case Boolean bool -> bool;
      case Integer number -> number.doubleValue();
      case Double number -> number;
      // Ids that a double cannot hold pass through unharmed, unless somebody computes with them.
      case Long number ->
          Math.abs(number.doubleValue()) < EXACT ? (Object) number.doubleValue() : number;
      case Number number -> number.doubleValue();
      case Map<?, ?> map -> new JsObject(map);
      case List<?> list -> JsArray.lazy(list);
      default -> value.toString();
    };
  }

  /** A value of a script as one of Java, within the limit of results. */
  static @Nullable Object outward(Object value, Machine machine) {
    return new Crossing(machine).out(value, 0);
  }

  private @Nullable Object out(Object value, int depth) {
    if (depth > DEEPEST) {
      throw new LimitReached("its result nests more than %d deep".formatted(DEEPEST));
    }
    count(value instanceof String text ? text.length() + 1 : 1);
    return switch (value) {
      case String text -> text;
      case Boolean bool -> bool;
      case Double number -> number(number);
      case Number number -> number;
      case JsArray array -> array(array, depth);
      case JsDate date -> date.json();
      case JsSet _, JsMap _, Regex _ -> Map.of();
      case Callable _ -> null;
      case JsObject object -> object(object, depth);
      default -> null;
    };
  }

  private void count(long more) {
    size += more;
    if (size > machine.limits().resultSize()) {
      throw new LimitReached(
          "its result has more than %d characters, elements and properties"
              .formatted(machine.limits().resultSize()));
    }
  }

  /** Whole numbers are whole in Java too. */
  private static @Nullable Object number(double value) {
    if (!Double.isFinite(value)) {
      return null;
    }
    if (value == (int) value) {
      return (int) value;
    }
    return value == Math.rint(value) && Math.abs(value) < EXACT ? (Object) (long) value : value;
  }

  private @Nullable Object array(JsArray array, int depth) {
    List<?> untouched = array.untouched();
    if (untouched != null) {
      return untouched;
    }
    var list = new ArrayList<@Nullable Object>();
    for (Object item : array.items(machine)) {
      list.add(out(item, depth + 1));
    }
    return Collections.unmodifiableList(list);
  }

  private @Nullable Object object(JsObject object, int depth) {
    Map<?, ?> untouched = object.untouched();
    if (untouched != null) {
      return untouched;
    }
    var map = new LinkedHashMap<String, @Nullable Object>();
    for (String name : object.names(machine)) {
      Object value = object.property(machine, name);
      if (value != Nothing.UNDEFINED && !(value instanceof Callable)) {
        count(name.length());
        map.put(name, out(value, depth + 1));
      }
    }
    return Collections.unmodifiableMap(map);
  }
}
