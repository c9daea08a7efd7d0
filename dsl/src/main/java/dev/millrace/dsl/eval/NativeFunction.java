package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.List;

/** A function that the language or the engine provides. */
public record NativeFunction(String name, Code code) implements Value.FunctionValue {

  /** What it does. */
  @FunctionalInterface
  public interface Code {
    Value call(Interpreter interpreter, List<Value> arguments, Place at);
  }

  @Override
  public Value call(Interpreter interpreter, List<Value> arguments, Place at) {
    return code.call(interpreter, arguments, at);
  }
}
