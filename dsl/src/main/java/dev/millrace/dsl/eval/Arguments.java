package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.List;

/** What a function that the language provides was called with. */
public record Arguments(String function, List<Value> values, Place at) {

  /** The argument, or undefined. */
  public Value value(int index) {
    return index < values.size() ? values.get(index) : Values.UNDEFINED;
  }

  public boolean has(int index) {
    return !(value(index) instanceof Value.Undefined);
  }

  public String string(int index) {
    if (value(index) instanceof Value.Str str) {
      return str.value();
    }
    throw wrong(index, "a string");
  }

  double number(int index) {
    if (value(index) instanceof Value.Num num) {
      return num.value();
    }
    throw wrong(index, "a number");
  }

  /** A whole number, cut to what an int holds. */
  int integer(int index) {
    return (int) number(index);
  }

  int integer(int index, int otherwise) {
    return has(index) ? integer(index) : otherwise;
  }

  public ObjectValue object(int index) {
    if (value(index) instanceof ObjectValue object) {
      return object;
    }
    throw wrong(index, "an object");
  }

  public ListValue list(int index) {
    if (value(index) instanceof ListValue list) {
      return list;
    }
    throw wrong(index, "an array");
  }

  Value function(int index) {
    if (value(index) instanceof Value.FunctionValue function) {
      return function;
    }
    throw wrong(index, "a function");
  }

  public RuntimeException wrong(int index, String expected) {
    return at.refuse(
        "%s: argument %d must be %s, not %s", function, index + 1, expected, value(index).shown());
  }
}
