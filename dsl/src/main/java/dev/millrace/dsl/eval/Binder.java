package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.syntax.Pattern;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds values to names, taking them apart on the way. Not thread-safe. */
final class Binder {

  private final Evaluator evaluator;
  private final Meter meter;

  Binder(Evaluator evaluator, Meter meter) {
    this.evaluator = evaluator;
    this.meter = meter;
  }

  void parameters(List<Pattern.Binding> parameters, List<Value> arguments, Scope scope) {
    for (int i = 0; i < parameters.size(); i++) {
      var parameter = parameters.get(i);
      if (parameter.rest()) {
        var rest = arguments.subList(Math.min(i, arguments.size()), arguments.size());
        meter.cells(rest.size(), parameter.target().at());
        bind(parameter.target(), new ListValue(rest), false, scope);
      } else {
        Value value = i < arguments.size() ? arguments.get(i) : Values.UNDEFINED;
        bind(parameter, value, false, scope);
      }
    }
  }

  private void bind(Pattern.Binding binding, Value value, boolean constant, Scope scope) {
    boolean missing = value instanceof Value.Undefined && binding.fallback() != null;
    Value bound = missing ? fallback(binding, scope) : value;
    bind(binding.target(), bound, constant, scope);
  }

  private Value fallback(Pattern.Binding binding, Scope scope) {
    var expression = binding.fallback();
    return expression == null ? Values.UNDEFINED : evaluator.value(expression, scope);
  }

  void bind(Pattern pattern, Value value, boolean constant, Scope scope) {
    switch (pattern) {
      case Pattern.Named named -> {
        meter.cells(1, named.at());
        scope.declare(named.name(), value, constant, named.at());
      }
      case Pattern.OfObject object -> object(object, value, constant, scope);
      case Pattern.OfArray array -> array(array, value, constant, scope);
    }
  }

  private void object(Pattern.OfObject pattern, Value value, boolean constant, Scope scope) {
    Place at = pattern.at();
    if (value.isNothing()) {
      throw at.refuse("%s has no properties to take out", value.shown());
    }
    var taken = new HashSet<String>();
    for (var part : pattern.parts()) {
      Place partAt = part.binding().target().at();
      taken.add(part.property());
      bind(
          part.binding(),
          evaluator.members().read(value, part.property(), partAt),
          constant,
          scope);
    }
    var rest = pattern.rest();
    if (rest != null) {
      bind(rest, rest(value, taken, rest.at()), constant, scope);
    }
  }

  private Value rest(Value value, Set<String> taken, Place at) {
    if (!(value instanceof ObjectValue object)) {
      throw at.refuse("'...' here needs an object, not %s", value.shown());
    }
    var rest = new ObjectValue();
    for (String name : object.names()) {
      ObjectValue.@Nullable Slot slot = object.slot(name);
      if (slot != null && !taken.contains(name)) {
        meter.cells(1, at);
        rest.put(name, slot.value(), slot.at());
      }
    }
    return rest;
  }

  private void array(Pattern.OfArray pattern, Value value, boolean constant, Scope scope) {
    List<Value> items = Iteration.items(value, meter, pattern.at());
    int i = 0;
    for (var element : pattern.elements()) {
      Value item = i < items.size() ? items.get(i) : Values.UNDEFINED;
      if (element != null) {
        bind(element, item, constant, scope);
      }
      i++;
    }
    var rest = pattern.rest();
    if (rest != null) {
      var remaining = items.subList(Math.min(i, items.size()), items.size());
      meter.cells(remaining.size(), pattern.at());
      bind(rest, new ListValue(remaining), constant, scope);
    }
  }
}
