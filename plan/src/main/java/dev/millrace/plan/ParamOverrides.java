package dev.millrace.plan;

import dev.millrace.plan.expr.ParamValues;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.plan.registry.ParamSpec;
import dev.millrace.plan.registry.Registry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Checks what a request sets params to. Immutable. */
final class ParamOverrides {
  private static final BigDecimal LEAST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MOST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  private final Registry<Integer, ParamSpec> params;

  ParamOverrides(Registry<Integer, ParamSpec> params) {
    this.params = params;
  }

  /** What came of it. */
  sealed interface Result {
    record Accepted(ParamValues values) implements Result {}

    record Refused(String detail) implements Result {}
  }

  /** A value, or why there is none; a null value is a value. */
  private record Checked(@Nullable Object value, @Nullable String fault) {
    static Checked of(@Nullable Object value) {
      return new Checked(value, null);
    }

    static Checked refused(String fault) {
      return new Checked(null, fault);
    }
  }

  /** The first fault in the order of the names refuses all of it. */
  Result parse(@Nullable JsonNode overrides) {
    if (overrides == null || overrides.isNull()) {
      return new Result.Accepted(ParamValues.NONE);
    }
    if (!overrides.isObject()) {
      return new Result.Refused("param_overrides must be an object");
    }
    Map<Integer, Object> values = new HashMap<>();
    for (String name : new TreeSet<>(overrides.propertyNames())) {
      ParamSpec param = params.named(name).orElse(null);
      if (param == null) {
        return new Result.Refused("unknown param " + Text.quoted(name) + nearest(name));
      }
      Checked checked = check(param, overrides.get(name));
      if (checked.fault() != null) {
        return new Result.Refused("param '%s' %s".formatted(name, checked.fault()));
      }
      if (checked.value() != null) {
        values.put(param.id(), checked.value());
      }
    }
    Map<Integer, Object> set = Map.copyOf(values);
    return new Result.Accepted(set.isEmpty() ? ParamValues.NONE : set::get);
  }

  private String nearest(String name) {
    return Text.didYouMean(name, params.names());
  }

  private static Checked check(ParamSpec param, JsonNode value) {
    if (!param.allowWrite()) {
      return Checked.refused("is not writable");
    }
    if (param.lifecycle() != Lifecycle.ACTIVE) {
      String instead = param.replacedBy() == null ? "" : ", use '" + param.replacedBy() + "'";
      boolean blocked = param.lifecycle() == Lifecycle.BLOCKED;
      return Checked.refused((blocked ? "is blocked" : "is deprecated") + instead);
    }
    if (value.isNull()) {
      return param.nullable() ? Checked.of(null) : Checked.refused("cannot be null");
    }
    return switch (param.type()) {
      case INT -> integer(value);
      case FLOAT -> number(value);
      case BOOL ->
          value.isBoolean() ? Checked.of(value.booleanValue()) : Checked.refused("must be bool");
      case STRING ->
          value.isString() ? Checked.of(value.stringValue()) : Checked.refused("must be string");
    };
  }

  private static Checked integer(JsonNode value) {
    if (!value.isNumber()) {
      return Checked.refused("must be int");
    }
    if (value.isFloatingPointNumber() && !Double.isFinite(value.doubleValue())) {
      return Checked.refused("out of int64 range");
    }
    BigDecimal exact = value.decimalValue();
    if (exact.compareTo(LEAST_LONG) < 0 || exact.compareTo(MOST_LONG) > 0) {
      return Checked.refused("out of int64 range");
    }
    boolean integral = exact.signum() == 0 || exact.stripTrailingZeros().scale() <= 0;
    return integral ? Checked.of(exact.doubleValue()) : Checked.refused("must be int");
  }

  private static Checked number(JsonNode value) {
    if (!value.isNumber()) {
      return Checked.refused("must be float");
    }
    double number = value.doubleValue();
    return Double.isFinite(number) ? Checked.of(number) : Checked.refused("must be finite number");
  }
}
