package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.ListValue;
import dev.millrace.dsl.eval.Numbers;
import dev.millrace.dsl.eval.ObjectValue;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Refusal;
import dev.millrace.dsl.source.Suggestion;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the options of one call of an op against what the op takes. */
record OptionReader(PlanAssembly plan, OpSpec op, ObjectValue options, Place at, int index) {

  private static final String TRACE = "trace";
  private static final String EXTENSIONS = "extensions";
  private static final String INPUTS = "inputs";

  /** The ids of the nodes whose rows it gets: the one it is called on, and further ones. */
  List<String> inputs(List<RowSetValue> called) {
    var ids = new ArrayList<String>();
    called.forEach(rows -> ids.add(plan.nodeId(rows, at)));
    var more = given(INPUTS);
    if (more != null && more.value() instanceof ListValue list) {
      for (Value rows : list.items()) {
        ids.add(node(rows, "inputs", more.at()));
      }
    } else if (more != null) {
      throw wrong("inputs", "an array of row sets", more);
    }
    if (ids.size() != op.inputs()) {
      throw at.refuse("%s takes %d inputs, not %d", op.shortName(), op.inputs(), ids.size());
    }
    return ids;
  }

  Map<String, Object> params() {
    // In the order of their names, as in plans that are written in Java.
    var params = new TreeMap<String, Object>();
    var known = new HashSet<>(List.of(TRACE, EXTENSIONS));
    if (op.inputs() > 1 || (op.inputs() == 1 && options.has(INPUTS))) {
      known.add(INPUTS);
    }
    for (OpParam param : op.params()) {
      known.addAll(OpNames.options(param));
      param(param, params);
    }
    if (op.params().stream().noneMatch(param -> param.name().equals(TRACE))) {
      param(OpParam.string(TRACE), params);
    }
    for (String name : options.names()) {
      if (!known.contains(name)) {
        throw unknown(name, known);
      }
    }
    return params;
  }

  private Refusal unknown(String name, HashSet<String> known) {
    op.params().forEach(param -> known.removeAll(hidden(param)));
    var slot = options.slot(name);
    return (slot == null ? at : slot.at())
        .refuse("%s: unknown option '%s'%s", op.shortName(), name, Suggestion.of(name, known));
  }

  /** Names that are taken, but not advised. */
  private static List<String> hidden(OpParam param) {
    return OpNames.options(param).stream().filter(name -> name.indexOf('_') >= 0).toList();
  }

  private void param(OpParam param, Map<String, Object> params) {
    ObjectValue.Slot slot = null;
    for (String name : OpNames.options(param)) {
      ObjectValue.Slot found = given(name);
      if (found != null && slot != null) {
        throw found.at().refuse("%s: '%s' is there twice", op.shortName(), param.name());
      }
      slot = found == null ? slot : found;
    }
    if (slot == null) {
      if (param.required()) {
        throw at.refuse(
            "%s: option '%s' is missing; expected %s",
            op.shortName(), OpNames.option(param), expected(param));
      }
      return;
    }
    plan.place("$.nodes[%d].params.%s".formatted(index, param.name()), slot.at());
    params.put(param.name(), value(param, slot));
  }

  /** The option, unless it is not there or null or undefined. */
  private ObjectValue.@Nullable Slot given(String name) {
    var slot = options.slot(name);
    return slot == null || slot.value().isNothing() ? null : slot;
  }

  private Object value(OpParam param, ObjectValue.Slot slot) {
    Value value = slot.value();
    String name = OpNames.option(param);
    return switch (param.type()) {
      case INT -> inRange(param, slot, value instanceof Value.Num num && isWhole(num));
      case FLOAT ->
          inRange(param, slot, value instanceof Value.Num num && Double.isFinite(num.value()));
      case BOOL -> {
        if (value instanceof Value.Bool bool) {
          yield bool.value();
        }
        throw wrong(name, expected(param), slot);
      }
      case STRING -> {
        if (value instanceof Value.Str str) {
          yield str.value();
        }
        throw wrong(name, expected(param), slot);
      }
      case KEY -> {
        if (value instanceof Symbol.Key key) {
          yield key.spec().id();
        }
        throw wrong(name, expected(param), slot);
      }
      case EXPR -> plan.exprId(value, slot.at());
      case PRED -> plan.predId(value, slot.at());
      case NODE -> node(value, name, slot.at());
      case ENDPOINT -> {
        if (value instanceof NameSpaces.Endpoint endpoint
            && endpoint.spec().kind() == param.endpointKind()) {
          yield endpoint.spec().id();
        }
        throw wrong(name, expected(param), slot);
      }
    };
  }

  private static boolean isWhole(Value.Num num) {
    return num.value() == Math.rint(num.value()) && Math.abs(num.value()) < 1e15;
  }

  private Object inRange(OpParam param, ObjectValue.Slot slot, boolean fits) {
    if (!fits || !(slot.value() instanceof Value.Num num)) {
      throw wrong(OpNames.option(param), expected(param), slot);
    }
    Long min = param.min();
    Long max = param.max();
    if ((min != null && num.value() < min) || (max != null && num.value() > max)) {
      throw wrong(OpNames.option(param), expected(param), slot);
    }
    return num.value();
  }

  private String node(Value value, String name, Place where) {
    if (value instanceof RowSetValue rows) {
      return plan.nodeId(rows, where);
    }
    throw where.refuse("%s: '%s' must be a row set, not %s", op.shortName(), name, value.shown());
  }

  private Refusal wrong(String name, String expected, ObjectValue.Slot slot) {
    return slot.at()
        .refuse(
            "%s: '%s' must be %s, not %s", op.shortName(), name, expected, slot.value().shown());
  }

  private static String expected(OpParam param) {
    String range =
        param.min() == null && param.max() == null
            ? ""
            : " of %s to %s".formatted(shown(param.min()), shown(param.max()));
    var kind = param.endpointKind();
    return switch (param.type()) {
      case INT -> "a whole number" + range;
      case FLOAT -> "a number" + range;
      case BOOL -> "true or false";
      case STRING -> "a string";
      case KEY -> "a key, such as Key.id";
      case EXPR -> "an expression";
      case PRED -> "a predicate";
      case NODE -> "a row set";
      case ENDPOINT ->
          "an endpoint of kind "
              + (kind == null
                  ? "any"
                  : NameSpaces.kindName(kind) + ", such as EP." + NameSpaces.kindName(kind) + ".…");
    };
  }

  private static String shown(@Nullable Long bound) {
    return bound == null ? "any" : Numbers.text(bound);
  }

  /** What the node adds for capabilities that the plan requires; null if nothing. */
  @Nullable Object extensions() {
    var slot = given(EXTENSIONS);
    if (slot == null) {
      return null;
    }
    if (!(slot.value() instanceof ObjectValue extensions)) {
      throw wrong(EXTENSIONS, "an object", slot);
    }
    for (String capability : extensions.names()) {
      var payload = extensions.slot(capability);
      if (!plan.requires(capability)) {
        throw (payload == null ? slot.at() : payload.at())
            .refuse("'%s' needs ctx.requireCapability(\"%s\") first", capability, capability);
      }
    }
    plan.place("$.nodes[%d].extensions".formatted(index), slot.at());
    return plan.json(extensions, slot.at());
  }
}
