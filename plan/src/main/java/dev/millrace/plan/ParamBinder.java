package dev.millrace.plan;

import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.Writes;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.plan.registry.Registries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Checks the params of one node against its op: types, ranges, and what they name in the
 * registries. Not thread-safe, used once.
 */
final class ParamBinder {
  /** Every op takes it: what the node is called in traces. */
  private static final OpParam TRACE = OpParam.string("trace");

  private static final int KEY_OF_ID = 1;

  private final Registries registries;
  private final NodeDraft node;
  private final OpSpec spec;
  private final Faults faults;
  private final JsonPath path;

  ParamBinder(Registries registries, NodeDraft node, OpSpec spec, Faults faults) {
    this.registries = registries;
    this.node = node;
    this.spec = spec;
    this.faults = faults;
    this.path = node.path().field("params");
  }

  BoundParams bind() {
    int before = faults.size();
    JsonNode params = node.params();
    if (params != null && !params.isObject() && !params.isNull()) {
      faults.add(path, node.id(), "params must be an object or null");
      return new BoundParams(Map.of(), false, null);
    }
    Map<String, Object> values = new HashMap<>();
    for (OpParam param : spec.params()) {
      if (param.name().equals(TRACE.name())) {
        continue; // below, for all ops
      }
      Object value = value(param, params == null ? null : params.get(param.name()));
      if (value != null) {
        values.put(param.name(), value);
      }
    }
    JsonNode label = params == null ? null : params.get(TRACE.name());
    if (params != null) {
      refuseOthers(params);
    }
    String text = value(TRACE, label) instanceof String string ? string : null;
    if (text != null) {
      values.put(TRACE.name(), text);
    }
    return new BoundParams(values, faults.size() == before, text);
  }

  private void refuseOthers(JsonNode params) {
    List<String> known = new ArrayList<>();
    spec.params().forEach(param -> known.add(param.name()));
    known.add(TRACE.name());
    for (String name : params.propertyNames()) {
      if (!known.contains(name)) {
        faults.add(
            path.field(name),
            node.id(),
            "unexpected field %s for op '%s'%s"
                .formatted(Text.quoted(name), spec.name(), Text.didYouMean(name, known)));
      }
    }
  }

  /** Says what is wrong; there is no value then. */
  private @Nullable Object refused(String param, String reason) {
    faults.add(path.field(param), node.id(), reason);
    return null;
  }

  private @Nullable Object value(OpParam param, @Nullable JsonNode json) {
    String name = param.name();
    if (json == null || json.isNull()) {
      return param.required()
          ? refused(name, "missing required field '%s'".formatted(name))
          : defaultValue(param);
    }
    return switch (param.type()) {
      case INT, KEY -> integer(param, json);
      case FLOAT -> number(param, json);
      case BOOL -> json.isBoolean() ? json.booleanValue() : wrongType(name, "bool");
      case STRING -> json.isString() ? json.stringValue() : wrongType(name, "string");
      case EXPR -> json.isString() ? json.stringValue() : wrongType(name, "string (expr_id)");
      case PRED -> json.isString() ? json.stringValue() : wrongType(name, "string (pred_id)");
      case NODE -> json.isString() ? json.stringValue() : wrongType(name, "string (node_id)");
      case ENDPOINT ->
          json.isString()
              ? endpoint(param, json.stringValue())
              : wrongType(name, "string (endpoint_id)");
    };
  }

  private @Nullable Object defaultValue(OpParam param) {
    Object value = param.defaultValue();
    return switch (param.type()) {
      case INT -> value instanceof Number number ? (Object) number.longValue() : null;
      case FLOAT -> value instanceof Number number ? (Object) number.doubleValue() : null;
      case KEY -> value instanceof Number number ? key(param.name(), number.longValue()) : null;
      case ENDPOINT -> value instanceof String id ? endpoint(param, id) : null;
      case BOOL, STRING, EXPR, PRED, NODE -> value;
    };
  }

  private @Nullable Object wrongType(String name, String type) {
    return refused(name, "field '%s' must be %s".formatted(name, type));
  }

  /** An integer, or a float without a fraction. */
  private @Nullable Object integer(OpParam param, JsonNode json) {
    String name = param.name();
    if (!json.isNumber() || !Double.isFinite(json.doubleValue())) {
      return wrongType(name, "int");
    }
    long value;
    try {
      value = json.decimalValue().longValueExact();
    } catch (ArithmeticException e) {
      return wrongType(name, "int, got " + Text.shown(json.asString()));
    }
    return param.type() == OpParam.Type.KEY ? key(name, value) : inRange(param, value);
  }

  private @Nullable Object number(OpParam param, JsonNode json) {
    if (!json.isNumber() || !Double.isFinite(json.doubleValue())) {
      return wrongType(param.name(), json.isNumber() ? "a finite number" : "float");
    }
    return inRange(param, json.doubleValue());
  }

  private @Nullable Object inRange(OpParam param, Number value) {
    String name = param.name();
    Long min = param.min();
    Long max = param.max();
    if (min != null && (value.longValue() < min || value.doubleValue() < min)) {
      String least = min == 1 ? "> 0" : ">= " + min;
      return refused(name, "'%s' must be %s, got %s".formatted(name, least, value));
    }
    if (max != null && (value.longValue() > max || value.doubleValue() > max)) {
      return refused(name, "'%s' exceeds maximum limit (%d), got %s".formatted(name, max, value));
    }
    return value;
  }

  private @Nullable Object endpoint(OpParam param, String id) {
    EndpointSpec endpoint = registries.endpoints().find(id).orElse(null);
    if (endpoint == null) {
      String hint =
          registries
              .endpoints()
              .named(id)
              .map(named -> ", which is the name of '%s'".formatted(named.id()))
              .orElse("");
      return refused(
          param.name(),
          "endpoint_id %s not found in the endpoint registry%s".formatted(Text.quoted(id), hint));
    }
    EndpointSpec.Kind kind = param.endpointKind();
    if (kind != null && endpoint.kind() != kind) {
      return refused(
          param.name(),
          "endpoint '%s' has kind '%s' but param requires '%s'"
              .formatted(id, endpoint.kind().text(), kind.text()));
    }
    return endpoint;
  }

  private @Nullable Object key(String param, long id) {
    if (id <= 0) {
      return refused(param, "'%s' must be > 0, got %d".formatted(param, id));
    }
    KeySpec key = id > Integer.MAX_VALUE ? null : registries.keys().find((int) id).orElse(null);
    if (key == null) {
      return refused(param, "'%s': key %d not in key registry".formatted(param, id));
    }
    String instead = key.replacedBy() == null ? "" : ", use '%s'".formatted(key.replacedBy());
    boolean written = spec.writes().equals(new Writes.FromParam(param));
    String wrong = written ? unwritable(key) : unreadable(key);
    if (wrong != null) {
      return refused(param, "'%s': %s%s".formatted(param, wrong, instead));
    }
    if (key.lifecycle() == Lifecycle.DEPRECATED) {
      faults.warn(
          path.field(param), node.id(), "key '%s' is deprecated%s".formatted(key.name(), instead));
    }
    return key;
  }

  private static @Nullable String unwritable(KeySpec key) {
    if (key.id() == KEY_OF_ID) {
      return "cannot write to Key.id";
    }
    if (key.lifecycle() == Lifecycle.BLOCKED) {
      return "key '%s' is blocked".formatted(key.name());
    }
    return key.allowWrite() ? null : "key '%s' is not writable".formatted(key.name());
  }

  private static @Nullable String unreadable(KeySpec key) {
    if (key.lifecycle() == Lifecycle.BLOCKED) {
      return "key '%s' is blocked".formatted(key.name());
    }
    return key.allowRead() ? null : "key '%s' is not readable".formatted(key.name());
  }
}
