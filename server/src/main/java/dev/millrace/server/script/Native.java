package dev.millrace.server.script;

import java.util.Map;

/** A built-in function. Immutable, shared by all evaluations. */
final class Native extends Frozen implements Callable {

  /** What it does. */
  @FunctionalInterface
  interface Body {
    Object call(Machine machine, Object self, Args args);
  }

  /** How deep a built-in function goes by itself. */
  private static final int LEVELS = 4;

  private final Body body;
  private final boolean constructor;

  private Native(String name, Body body, Map<String, Object> members, boolean constructor) {
    super(name, members);
    this.body = body;
    this.constructor = constructor;
  }

  static Native of(String name, Body body) {
    return new Native(name, body, Map.of(), false);
  }

  /** One that can be called and be new, with functions of its own. */
  static Native constructor(String name, Map<String, Object> members, Body body) {
    return new Native(name, body, members, true);
  }

  @Override
  Object property(Machine machine, String property) {
    Object member = super.property(machine, property);
    return member == Nothing.UNDEFINED ? FunctionMethods.of(this, name(), property) : member;
  }

  @Override
  public Object call(Machine machine, Object self, Object[] arguments) {
    machine.step();
    machine.enter(LEVELS);
    Object result = body.call(machine, self, new Args(arguments));
    machine.leave(LEVELS);
    return result;
  }

  @Override
  public Object construct(Machine machine, Object[] arguments) {
    if (!constructor) {
      throw Thrown.type(name() + " is not a constructor");
    }
    return call(machine, Construct.NEW, arguments);
  }

  /** What {@code this} is for a constructor: tells {@code new Date()} from {@code Date()}. */
  enum Construct {
    NEW
  }

  @Override
  String kind() {
    return "Function";
  }

  @Override
  String text(Machine machine) {
    return "function " + name() + "() { [native code] }";
  }
}
