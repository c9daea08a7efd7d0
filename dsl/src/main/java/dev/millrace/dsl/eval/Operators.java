package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.List;

/** What operators mean when an operand is {@link Value.Lifted}: they build expressions. */
public interface Operators {

  Value binary(String operator, Value left, Value right, Place at);

  Value unary(String operator, Value operand, Place at);

  /** {@code &&}, {@code ||} or {@code ??}; the left side is lifted. */
  Value logical(String operator, Value left, Value right, Place at);

  /** {@code test ? then : otherwise}; the test is lifted. */
  Value choose(Value test, Value then, Value otherwise, Place at);

  /** {@code list.includes(item)}; the item is lifted. */
  Value oneOf(Value item, List<Value> list, Place at);

  /** {@code Math.function(...)}; an argument is lifted. */
  Value math(String function, List<Value> arguments, Place at);
}
