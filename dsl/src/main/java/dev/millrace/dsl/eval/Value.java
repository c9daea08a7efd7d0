package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.List;

/** What an expression of a plan can be. There are no prototypes: a value is its own data. */
public sealed interface Value
    permits ListValue,
        ObjectValue,
        Value.Bool,
        Value.FunctionValue,
        Value.HostValue,
        Value.Null,
        Value.Num,
        Value.Str,
        Value.Undefined {

  record Undefined() implements Value {}

  record Null() implements Value {}

  record Bool(boolean value) implements Value {}

  record Num(double value) implements Value {}

  record Str(String value) implements Value {}

  /** Something that can be called. */
  non-sealed interface FunctionValue extends Value {
    String name();

    Value call(Interpreter interpreter, List<Value> arguments, Place at);
  }

  /** Something of the engine's: opaque, with the members that it chooses to show. */
  non-sealed interface HostValue extends Value {
    /** What it is, in a message: "a row set". */
    String kind();

    /** Its member of that name. */
    Value member(String name, Place at);
  }

  /**
   * A value that is known only when the plan runs, once for each row. Operators over it build
   * expressions in place of results.
   */
  interface Lifted extends HostValue {}

  default boolean isNothing() {
    return this instanceof Undefined || this instanceof Null;
  }

  /** What it is, in a message. */
  default String shown() {
    return switch (this) {
      case Undefined _ -> "undefined";
      case Null _ -> "null";
      case Bool bool -> Boolean.toString(bool.value());
      case Num num -> "the number " + Numbers.text(num.value());
      case Str str -> "the string \"" + shortened(str.value()) + "\"";
      case ListValue _ -> "an array";
      case ObjectValue _ -> "an object";
      case FunctionValue _ -> "a function";
      case HostValue host -> host.kind();
    };
  }

  private static String shortened(String text) {
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }
}
