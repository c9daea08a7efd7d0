package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A function that was written in the script, with the variables it sees. Not thread-safe. */
final class Closure extends JsObject implements Callable {

  private final FunctionCode code;
  private final Scope outer;

  Closure(FunctionCode code, Scope outer) {
    this.code = code;
    this.outer = outer;
  }

  @Override
  public Object call(Machine machine, Object self, Object[] arguments) {
    machine.step();
    machine.cells(code.size());
    machine.enter(code.levels());
    var scope = new Scope(code.size(), outer);
    fill(scope.slots, self, arguments);
    code.parameters().bind(scope, machine, arguments);
    Object result = code.body().value(scope, machine);
    machine.leave(code.levels());
    return result;
  }

  private void fill(@Nullable Object[] slots, Object self, Object[] arguments) {
    for (int slot : code.variables()) {
      slots[slot] = Nothing.UNDEFINED;
    }
    if (code.selfSlot() >= 0) {
      slots[code.selfSlot()] = self;
    }
    if (code.nameSlot() >= 0) {
      slots[code.nameSlot()] = this;
    }
    if (code.argumentsSlot() >= 0) {
      slots[code.argumentsSlot()] = new JsArray(new ArrayList<>(Arrays.asList(arguments)));
    }
  }

  @Override
  public Object construct(Machine machine, Object[] arguments) {
    var made = new JsObject();
    Object result = call(machine, made, arguments);
    return result instanceof Thing ? result : made;
  }

  @Override
  Object property(Machine machine, String name) {
    Object own = super.property(machine, name);
    return own == Nothing.UNDEFINED ? FunctionMethods.of(this, code.name(), name) : own;
  }

  @Override
  String kind() {
    return "Function";
  }

  @Override
  String text(Machine machine) {
    return "function " + code.name() + "() { [code] }";
  }
}
