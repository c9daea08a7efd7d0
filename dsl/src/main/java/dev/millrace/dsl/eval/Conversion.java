package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** {@code Number}, {@code String} and {@code Boolean}: functions that have members. */
record Conversion(
    String name, Map<String, Value> members, BiFunction<Interpreter, Arguments, Value> code)
    implements Value.FunctionValue {

  @Override
  public Value call(Interpreter interpreter, List<Value> arguments, Place at) {
    return code.apply(interpreter, new Arguments(name, arguments, at));
  }

  Value member(String member, Place at) {
    Value value = members.get(member);
    if (value == null) {
      throw at.refuse(
          "%s: unknown name '%s'%s", name, member, Suggestion.of(member, members.keySet()));
    }
    return value;
  }
}
