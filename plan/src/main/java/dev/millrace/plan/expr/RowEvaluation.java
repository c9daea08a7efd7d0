package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.BoolColumn;
import dev.millrace.rows.Column;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.IntColumn;
import dev.millrace.rows.StringColumn;
import dev.millrace.rows.StringOrder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tree means: its value for one row of a batch, computed node by node. A value is a {@link
 * Double}, a {@link String}, a {@link Boolean} or null. Not thread-safe.
 *
 * <p>Operands are evaluated from left to right and no further than needed: behind a null operand
 * nothing is evaluated, so nothing there can fail.
 */
final class RowEvaluation {

  private final ParamValues params;

  /** Those of the batch that the tree reads; a key without one reads as null. */
  private final Map<Integer, Column> columns;

  private final Map<Pred.Regex, RegexMatcher> matchers = new HashMap<>();

  private RowEvaluation(ParamValues params) {
    this.params = params;
    this.columns = Map.of();
  }

  /** For trees that read no key. */
  static RowEvaluation withoutRows(ParamValues params) {
    return new RowEvaluation(params);
  }

  /**
   * @throws IllegalStateException if a column or a param has not the type that the registry says
   */
  RowEvaluation(Names names, ColumnBatch batch, ParamValues params) {
    this.params = params;
    this.columns = new HashMap<>();
    names.requireTypes(params);
    for (KeySpec key : names.keys().values()) {
      Column column = Names.column(key, batch);
      if (column != null) {
        columns.put(key.id(), column);
      }
    }
  }

  @Nullable Object value(Expr expr, int row) {
    return switch (expr) {
      case Expr.ConstNumber(double value) -> value;
      case Expr.ConstString(String value) -> value;
      case Expr.ConstBool(boolean value) -> value;
      case Expr.ConstNull _ -> null;
      case Expr.KeyRef(int id) -> cell(columns.get(id), row);
      case Expr.ParamRef(int id) -> params.value(id);
      case Expr.Binary(Expr.BinaryOp op, Expr a, Expr b) ->
          value(a, row) instanceof Double x && value(b, row) instanceof Double y
              ? binary(op, x, y)
              : null;
      case Expr.Unary(Expr.UnaryOp op, Expr x) ->
          value(x, row) instanceof Double value ? (Double) unary(op, value) : null;
      case Expr.Coalesce(Expr a, Expr b) -> {
        Object value = value(a, row);
        yield value == null ? value(b, row) : value;
      }
      case Expr.If(Pred pred, Expr then, Expr otherwise) ->
          test(pred, row) ? value(then, row) : value(otherwise, row);
    };
  }

  boolean test(Pred pred, int row) {
    return switch (pred) {
      case Pred.Const(boolean value) -> value;
      case Pred.And(Pred a, Pred b) -> test(a, row) && test(b, row);
      case Pred.Or(Pred a, Pred b) -> test(a, row) || test(b, row);
      case Pred.Not(Pred x) -> !test(x, row);
      case Pred.Cmp(Pred.CmpOp op, Expr a, Expr b) -> compare(op, a, b, row);
      case Pred.InNumbers(Expr lhs, var list) ->
          !list.isEmpty()
              && value(lhs, row) instanceof Double value
              && list.stream().anyMatch(element -> element == (double) value);
      case Pred.InStrings(Expr lhs, var list) ->
          !list.isEmpty() && value(lhs, row) instanceof String value && list.contains(value);
      case Pred.IsNull(Expr x) -> value(x, row) == null;
      case Pred.NotNull(Expr x) -> value(x, row) != null;
      case Pred.Regex regex ->
          cell(columns.get(regex.keyId()), row) instanceof String value
              && matchers.computeIfAbsent(regex, r -> new RegexMatcher(r, params)).test(value);
    };
  }

  private static @Nullable Object cell(@Nullable Column column, int row) {
    if (column == null || !column.isValid(row)) {
      return null;
    }
    return switch (column) {
      case IntColumn ints -> (double) ints.values()[row];
      case FloatColumn floats -> floats.values()[row];
      case BoolColumn bools -> bools.get(row);
      case StringColumn strings -> strings.get(row);
    };
  }

  private static @Nullable Double binary(Expr.BinaryOp op, double a, double b) {
    return switch (op) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> b == 0 ? null : (Double) (a / b);
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  private static double unary(Expr.UnaryOp op, double x) {
    return switch (op) {
      case NEG -> -x;
      case ABS -> Math.abs(x);
      case LOG1P -> Math.log1p(x);
    };
  }

  /** A null makes it false; only a null that is written there can be compared with. */
  private boolean compare(Pred.CmpOp op, Expr a, Expr b, int row) {
    if (a instanceof Expr.ConstNull || b instanceof Expr.ConstNull) {
      return switch (op) {
        case EQ -> value(a, row) == null && value(b, row) == null;
        case NE -> (value(a, row) == null) != (value(b, row) == null);
        case LT, LE, GT, GE -> false;
      };
    }
    Object left = value(a, row);
    Object right = left == null ? null : value(b, row);
    if (left == null || right == null) {
      return false;
    }
    return switch (left) {
      case Double x -> numbers(op, x, (Double) right);
      case String x -> ordered(op, StringOrder.INSTANCE.compare(x, (String) right));
      case Boolean x -> ordered(op, Boolean.compare(x, (Boolean) right));
      default -> throw new IllegalStateException("no value of an expression: " + left);
    };
  }

  /** As IEEE has it: not a number is unequal to everything. */
  private static boolean numbers(Pred.CmpOp op, double a, double b) {
    return switch (op) {
      case EQ -> a == b;
      case NE -> a != b;
      case LT -> a < b;
      case LE -> a <= b;
      case GT -> a > b;
      case GE -> a >= b;
    };
  }

  /** Whether {@code op} holds between two values that compare as {@code order} says. */
  static boolean ordered(Pred.CmpOp op, int order) {
    return numbers(op, order, 0);
  }
}
