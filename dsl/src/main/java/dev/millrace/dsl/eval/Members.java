package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes properties and elements. There is no prototype chain to walk. */
final class Members {

  private final Meter meter;

  Members(Meter meter) {
    this.meter = meter;
  }

  /** One variable or property that is about to be made. */
  void cell(Place at) {
    meter.cells(1, at);
  }

  Value read(Value object, String name, Place at) {
    PropertyNames.checked(name, at);
    return switch (object) {
      case ObjectValue properties -> properties.value(name);
      case Value.HostValue host -> host.member(name, at);
      case ListValue list -> sized(name, list.items().size(), object, at);
      case Value.Str str -> sized(name, str.value().length(), object, at);
      case Conversion conversion -> conversion.member(name, at);
      case Value.Undefined _, Value.Null _ ->
          throw at.refuse("cannot read '%s' of %s", name, object.shown());
      case Value.Bool _, Value.Num _, Value.FunctionValue _ ->
          throw at.refuse("%s has no property '%s'", object.shown(), name);
    };
  }

  private static Value sized(String name, int size, Value object, Place at) {
    if (name.equals("length")) {
      return Values.of((double) size);
    }
    if (BuiltinMethods.has(object, name)) {
      throw at.refuse("'%s' can only be called here: write .%s(…)", name, name);
    }
    throw BuiltinMethods.unknown(object, name, at);
  }

  Value read(Value object, Value index, Place at) {
    if (object instanceof ListValue list && index instanceof Value.Num num) {
      return element(list.items(), num.value());
    }
    if (object instanceof Value.Str str && index instanceof Value.Num num) {
      int i = position(num.value(), str.value().length());
      return i < 0 ? Values.UNDEFINED : Values.of(str.value().substring(i, i + 1));
    }
    return read(object, propertyName(index, at), at);
  }

  /** What stands where something is about to be written. */
  Value current(Value object, Value name, Place at) {
    if (object instanceof ListValue || object instanceof ObjectValue) {
      return object instanceof ListValue && !(name instanceof Value.Num)
          ? Values.UNDEFINED
          : read(object, name, at);
    }
    throw at.refuse("%s cannot be changed", object.shown());
  }

  void write(Value object, Value name, Value value, Place at) {
    if (object instanceof ListValue list && name instanceof Value.Num num) {
      int size = list.items().size();
      if (num.value() == size) {
        meter.cells(1, at);
        list.items().add(value);
        return;
      }
      int i = position(num.value(), size);
      if (i < 0) {
        throw at.refuse(
            "an array grows at its end only: index %s, length %d", Numbers.text(num.value()), size);
      }
      list.items().set(i, value);
    } else if (object instanceof ObjectValue properties) {
      meter.cells(1, at);
      properties.put(propertyName(name, at), value, at);
    } else {
      throw at.refuse("%s of %s cannot be set", name.shown(), object.shown());
    }
  }

  void copyAll(Value from, ObjectValue to, Place at) {
    if (from.isNothing()) {
      return;
    }
    if (!(from instanceof ObjectValue object)) {
      throw at.refuse("'...' in an object needs an object, not %s", from.shown());
    }
    meter.cells(object.size(), at);
    for (String name : object.names()) {
      ObjectValue.@Nullable Slot slot = object.slot(name);
      if (slot != null) {
        to.put(name, slot.value(), slot.at());
      }
    }
  }

  static String propertyName(Value value, Place at) {
    return switch (value) {
      case Value.Str str -> PropertyNames.checked(str.value(), at);
      case Value.Num num -> Numbers.text(num.value());
      default ->
          throw at.refuse("a property's name is a string or a number, not %s", value.shown());
    };
  }

  private static Value element(List<Value> items, double index) {
    int i = position(index, items.size());
    return i < 0 ? Values.UNDEFINED : items.get(i);
  }

  private static int position(double index, int size) {
    return index >= 0 && index < size && index == Math.rint(index) ? (int) index : -1;
  }
}
