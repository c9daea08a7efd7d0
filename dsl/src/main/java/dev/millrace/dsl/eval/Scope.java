package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a block and the scope around it. Not thread-safe. */
final class Scope {

  private final @Nullable Scope outer;

  /** Null until there is one: most blocks declare nothing, and a hostile plan makes many. */
  private @Nullable Map<String, Variable> variables;

  Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  private static final class Variable {
    private final boolean constant;
    private Value value;

    Variable(Value value, boolean constant) {
      this.value = value;
      this.constant = constant;
    }
  }

  void declare(String name, Value value, boolean constant, Place at) {
    if (variables == null) {
      variables = new HashMap<>(2);
    }
    if (variables.putIfAbsent(name, new Variable(value, constant)) != null) {
      throw at.refuse("'%s' is already declared in this block", name);
    }
  }

  @Nullable Value lookup(String name) {
    Variable variable = find(name);
    return variable == null ? null : variable.value;
  }

  void assign(String name, Value value, Place at) {
    Variable variable = find(name);
    if (variable == null) {
      throw at.refuse("'%s' is not declared; write let %s = …", name, name);
    }
    if (variable.constant) {
      throw at.refuse("'%s' is a constant and cannot be assigned to; declare it with let", name);
    }
    variable.value = value;
  }

  /** A scope with the same variables and values, which change apart from now on. */
  Scope copyWithin(Scope around, Place at) {
    var copy = new Scope(around);
    if (variables != null) {
      variables.forEach((name, old) -> copy.declare(name, old.value, old.constant, at));
    }
    return copy;
  }

  /** All names that can be seen from here. */
  List<String> names() {
    var names = new ArrayList<String>();
    for (Scope scope = this; scope != null; scope = scope.outer) {
      if (scope.variables != null) {
        names.addAll(scope.variables.keySet());
      }
    }
    return names;
  }

  private @Nullable Variable find(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      Variable variable = scope.variables == null ? null : scope.variables.get(name);
      if (variable != null) {
        return variable;
      }
    }
    return null;
  }
}
