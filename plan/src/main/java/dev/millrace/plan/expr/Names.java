package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;
import dev.millrace.rows.Column;
import dev.millrace.rows.ColumnBatch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys and params that a tree reads. Immutable. */
record Names(Map<Integer, KeySpec> keys, Map<Integer, ParamSpec> params) {

  Names {
    keys = Map.copyOf(keys);
    params = Map.copyOf(params);
  }

  KeySpec key(int id) {
    return known(keys.get(id), id);
  }

  ParamSpec param(int id) {
    return known(params.get(id), id);
  }

  /** The type of a part of the tree, whose own faults have been ruled out. */
  ExprType type(Expr expr) {
    return switch (expr) {
      case Expr.ConstNumber _, Expr.Binary _, Expr.Unary _ -> ExprType.NUMBER;
      case Expr.ConstString _ -> ExprType.STRING;
      case Expr.ConstBool _ -> ExprType.BOOL;
      case Expr.ConstNull _ -> ExprType.NULL;
      case Expr.KeyRef(int id) -> ExprType.of(key(id).type()).orElseThrow();
      case Expr.ParamRef(int id) -> ExprType.of(param(id).type());
      case Expr.Coalesce(Expr a, Expr b) -> either(a, b);
      case Expr.If(_, Expr then, Expr otherwise) -> either(then, otherwise);
    };
  }

  /**
   * The column of {@code key}; null if the batch has none.
   *
   * @throws IllegalStateException if it has one of another type than the registry says: a defect
   */
  static @Nullable Column column(KeySpec key, ColumnBatch batch) {
    Column column = batch.column(key.id());
    if (column != null && !column.type().name().equals(key.type().name())) {
      throw new IllegalStateException(
          "key '%s' is of type %s, its column of type %s"
              .formatted(key.name(), key.type(), column.type()));
    }
    return column;
  }

  /**
   * @throws IllegalStateException if a value is not of the type that the registry says: a defect
   */
  void requireTypes(ParamValues values) {
    if (values == ParamValues.NONE) {
      return;
    }
    for (ParamSpec param : params.values()) {
      Object value = values.value(param.id());
      if (value != null && !fits(value, ExprType.of(param.type()))) {
        throw new IllegalStateException(
            "param '%s' is of type %s, its value a %s"
                .formatted(param.name(), param.type(), value.getClass().getSimpleName()));
      }
    }
  }

  private static boolean fits(Object value, ExprType type) {
    return switch (type) {
      case NUMBER -> value instanceof Double;
      case STRING -> value instanceof String;
      case BOOL -> value instanceof Boolean;
      case NULL -> false;
    };
  }

  private static <T> T known(@Nullable T spec, int id) {
    if (spec == null) {
      throw new IllegalStateException("not seen by the check of types: " + id);
    }
    return spec;
  }

  private ExprType either(Expr a, Expr b) {
    ExprType type = type(a);
    return type == ExprType.NULL ? type(b) : type;
  }
}
