package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Expression;
import dev.millrace.dsl.syntax.Pattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiles what values are bound to. Not thread-safe. */
final class PatternCompiler {

  private final FunctionCompiler compiler;

  PatternCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  /** Binds a value. Immutable and thread-safe. */
  @FunctionalInterface
  interface Binder {
    Binder NONE = (_, _, _) -> {};

    void bind(Scope scope, Machine machine, Object value);
  }

  /** Names of the pattern are declared already. */
  Binder pattern(Pattern pattern) {
    return switch (pattern) {
      case Pattern.Named named -> name(named.name());
      case Pattern.OfObject object -> object(object);
      case Pattern.OfArray array -> array(array);
    };
  }

  private Binder name(String name) {
    var found = compiler.names().find(name);
    var place = found == null ? compiler.names().ofScript(name) : found;
    int hops = place.hops();
    int slot = place.slot();
    return (scope, _, value) -> scope.around(hops).slots[slot] = value;
  }

  Binder binding(Pattern.Binding binding) {
    return withFallback(pattern(binding.target()), binding.fallback());
  }

  private Binder withFallback(Binder target, @Nullable Expression fallback) {
    if (fallback == null) {
      return target;
    }
    Code otherwise = compiler.expressions().compile(fallback);
    return (scope, machine, value) ->
        target.bind(
            scope, machine, value == Nothing.UNDEFINED ? otherwise.value(scope, machine) : value);
  }

  private Binder object(Pattern.OfObject pattern) {
    var parts = new ArrayList<Part>();
    for (var part : pattern.parts()) {
      String property = part.property();
      parts.add(new Part((_, _) -> property, binding(part.binding())));
    }
    return taking(parts, pattern.rest() == null ? null : pattern(pattern.rest()));
  }

  private Binder array(Pattern.OfArray pattern) {
    var elements = new ArrayList<Binder>();
    for (var element : pattern.elements()) {
      elements.add(element == null ? Binder.NONE : binding(element));
    }
    return listing(elements, pattern.rest() == null ? null : pattern(pattern.rest()));
  }

  private record Part(Code name, Binder binder) {}

  private static Binder taking(List<Part> parts, @Nullable Binder rest) {
    return (scope, machine, value) -> {
      if (value instanceof Nothing nothing) {
        throw Thrown.type("Cannot destructure '" + nothing.text() + "'");
      }
      var taken = new HashSet<String>();
      for (Part part : parts) {
        String name = Conversions.text(machine, part.name().value(scope, machine));
        taken.add(name);
        part.binder().bind(scope, machine, Members.named(machine, value, name));
      }
      if (rest != null) {
        rest.bind(scope, machine, rest(machine, value, taken));
      }
    };
  }

  private static Object rest(Machine machine, Object value, Set<String> taken) {
    var rest = new JsObject();
    if (value instanceof Thing thing) {
      for (String name : thing.names(machine)) {
        if (!taken.contains(name)) {
          rest.put(machine, name, thing.property(machine, name));
        }
      }
    }
    return rest;
  }

  private static Binder listing(List<Binder> elements, @Nullable Binder rest) {
    return (scope, machine, value) -> {
      List<Object> items = Iteration.items(machine, value);
      for (int i = 0; i < elements.size(); i++) {
        elements.get(i).bind(scope, machine, i < items.size() ? items.get(i) : Nothing.UNDEFINED);
      }
      if (rest != null) {
        var tail = items.subList(Math.min(elements.size(), items.size()), items.size());
        rest.bind(scope, machine, JsArray.of(machine, new ArrayList<>(tail)));
      }
    };
  }

  /** {@code [a, b.c] = …}: a literal that stands where a value is assigned to. */
  Binder target(Expression target) {
    return switch (target) {
      case Expression.ArrayLiteral array -> arrayTarget(array);
      case Expression.ObjectLiteral object -> objectTarget(object);
      case Expression.Assignment assignment when assignment.operator().isEmpty() ->
          withFallback(target(assignment.target()), assignment.value());
      default -> compiler.expressions().assignments().setter(target);
    };
  }

  private Binder arrayTarget(Expression.ArrayLiteral array) {
    var elements = new ArrayList<Binder>();
    Binder rest = null;
    for (Expression element : array.elements()) {
      if (element instanceof Expression.Spread spread) {
        rest = target(spread.value());
      } else {
        elements.add(target(element));
      }
    }
    return listing(elements, rest);
  }

  private Binder objectTarget(Expression.ObjectLiteral object) {
    var parts = new ArrayList<Part>();
    Binder rest = null;
    for (var property : object.properties()) {
      switch (property) {
        case Expression.Property.Named named ->
            parts.add(new Part((_, _) -> named.name(), target(named.value())));
        case Expression.Property.Computed computed ->
            parts.add(
                new Part(
                    compiler.expressions().compile(computed.name()), target(computed.value())));
        case Expression.Property.SpreadAll spread -> rest = target(spread.value());
      }
    }
    return taking(parts, rest);
  }
}
