package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.StringOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link Code} of a tree: folds what is constant, takes what depends on params alone out of
 * the loop over the rows, and lets predicates on strings be decided by their codes. Keeps which
 * part is evaluated before which, because a part may fail. One for each tree; not thread-safe.
 */
final class Lowering {

  /** Up to so many numbers are compared one by one; more are looked up. */
  static final int FEW = 8;

  /** Where nothing is read from a row. */
  static final int NO_ROW = -1;

  private static final RowEvaluation CONSTANTS = RowEvaluation.withoutRows(ParamValues.NONE);

  private final Names names;
  private final List<KeySpec> columns = new ArrayList<>();
  private final List<Layout.ConstantSpec> constants = new ArrayList<>();
  private final List<Pred> constantTests = new ArrayList<>();
  private final List<Layout.CodeTestSpec> codeTests = new ArrayList<>();
  private final List<NumberSet> numberSets = new ArrayList<>();
  private final List<Set<String>> stringSets = new ArrayList<>();

  Lowering(Names names) {
    this.names = names;
  }

  Layout layout() {
    return new Layout(columns, constants, constantTests, codeTests, numberSets, stringSets);
  }

  Code expr(Expr expr) {
    if (!Reads.KEYS.in(expr)) {
      return constant(expr);
    }
    return switch (expr) {
      case Expr.KeyRef(int id) -> new Code.Cell(column(id));
      case Expr.Binary(Expr.BinaryOp op, Expr a, Expr b) -> new Code.Binary(op, expr(a), expr(b));
      case Expr.Unary(Expr.UnaryOp op, Expr x) -> new Code.Unary(op, expr(x));
      case Expr.Coalesce(Expr a, Expr b) -> new Code.Coalesce(expr(a), expr(b));
      case Expr.If(Pred pred, Expr then, Expr otherwise) ->
          new Code.If(pred(pred), expr(then), expr(otherwise));
      case Expr.ConstNumber _,
          Expr.ConstString _,
          Expr.ConstBool _,
          Expr.ConstNull _,
          Expr.ParamRef _ ->
          throw new IllegalStateException("reads no key: " + expr);
    };
  }

  Code.Test pred(Pred pred) {
    if (!Reads.KEYS.in(pred)) {
      return constant(pred);
    }
    return switch (pred) {
      case Pred.And(Pred a, Pred b) -> new Code.Test.And(pred(a), pred(b));
      case Pred.Or(Pred a, Pred b) -> new Code.Test.Or(pred(a), pred(b));
      case Pred.Not(Pred x) -> new Code.Test.Not(pred(x));
      case Pred.Cmp(Pred.CmpOp op, Expr a, Expr b) -> comparison(op, a, b);
      case Pred.InNumbers(_, List<Double> list) when list.isEmpty() -> new Code.Test.Always(false);
      case Pred.InNumbers(Expr lhs, List<Double> list) -> inNumbers(expr(lhs), list);
      case Pred.InStrings(_, List<String> list) when list.isEmpty() -> new Code.Test.Always(false);
      case Pred.InStrings(Expr lhs, List<String> list) -> inStrings(lhs, Set.copyOf(list));
      case Pred.IsNull(Expr x) -> isNull(x);
      case Pred.NotNull(Expr x) -> new Code.Test.Not(isNull(x));
      case Pred.Regex regex ->
          byCode(regex.keyId(), (_, params) -> new RegexMatcher(regex, params));
      case Pred.Const _ -> throw new IllegalStateException("reads no key: " + pred);
    };
  }

  private Code constant(Expr expr) {
    if (names.type(expr) == ExprType.NULL) {
      return new Code.Null();
    }
    if (Reads.PARAMS.in(expr)) {
      return slot(expr);
    }
    return switch (CONSTANTS.value(expr, NO_ROW)) {
      case Double value -> new Code.Num(value);
      case Boolean value -> new Code.Truth(value);
      case null -> new Code.Null();
      // A string may be too long for the constant pool of a class.
      case Object _ -> slot(expr);
    };
  }

  private Code slot(Expr expr) {
    return new Code.Constant(add(constants, new Layout.ConstantSpec(expr, names.type(expr))));
  }

  private Code.Test constant(Pred pred) {
    return Reads.PARAMS.in(pred)
        ? new Code.Test.Constant(add(constantTests, pred))
        : new Code.Test.Always(CONSTANTS.test(pred, NO_ROW));
  }

  private int column(int keyId) {
    KeySpec key = names.key(keyId);
    int slot = columns.indexOf(key);
    return slot < 0 ? add(columns, key) : slot;
  }

  private static <T> int add(List<T> slots, T content) {
    slots.add(content);
    return slots.size() - 1;
  }

  private Code.Test isNull(Expr x) {
    return new Code.Test.IsNull(names.type(x), expr(x));
  }

  private Code.Test comparison(Pred.CmpOp op, Expr a, Expr b) {
    if (a instanceof Expr.ConstNull || b instanceof Expr.ConstNull) {
      Expr other = a instanceof Expr.ConstNull ? b : a;
      return switch (op) {
        case EQ -> isNull(other);
        case NE -> new Code.Test.Not(isNull(other));
        case LT, LE, GT, GE -> new Code.Test.Always(false);
      };
    }
    ExprType type = names.type(a) == ExprType.NULL ? names.type(b) : names.type(a);
    if (type == ExprType.STRING && a instanceof Expr.KeyRef(int id) && !Reads.KEYS.in(b)) {
      return byCode(id, (constants, _) -> comparedTo(op, constants.value(b, NO_ROW)));
    }
    if (type == ExprType.STRING && b instanceof Expr.KeyRef(int id) && !Reads.KEYS.in(a)) {
      return byCode(id, (constants, _) -> comparedTo(mirrored(op), constants.value(a, NO_ROW)));
    }
    return comparison(op, type, expr(a), expr(b));
  }

  private Code.Test comparison(Pred.CmpOp op, ExprType type, Code a, Code b) {
    if (a instanceof Code.Num && !(b instanceof Code.Num)) {
      return comparison(mirrored(op), type, b, a);
    }
    return isInt(a) && b instanceof Code.Num(double value) && isExact(value)
        ? new Code.Test.CompareInts(op, ((Code.Cell) a).slot(), (long) value)
        : new Code.Test.Compare(op, type, a, b);
  }

  private boolean isInt(Code code) {
    return code instanceof Code.Cell(int slot) && columns.get(slot).type() == KeySpec.Type.INT;
  }

  /**
   * Whether a {@code long} compares with {@code value} as its {@code double} does. Beyond, several
   * integers have the same double.
   */
  private static boolean isExact(double value) {
    return value == Math.rint(value) && Math.abs(value) < 0x1p53;
  }

  private static Predicate<String> comparedTo(Pred.CmpOp op, @Nullable Object constant) {
    return constant instanceof String string
        ? value -> RowEvaluation.ordered(op, StringOrder.INSTANCE.compare(value, string))
        : _ -> false;
  }

  /** The one that says of {@code b, a} what {@code op} says of {@code a, b}. */
  private static Pred.CmpOp mirrored(Pred.CmpOp op) {
    return switch (op) {
      case EQ, NE -> op;
      case LT -> Pred.CmpOp.GT;
      case LE -> Pred.CmpOp.GE;
      case GT -> Pred.CmpOp.LT;
      case GE -> Pred.CmpOp.LE;
    };
  }

  private Code.Test inNumbers(Code value, List<Double> list) {
    if (isInt(value) && list.size() <= FEW && list.stream().allMatch(Lowering::isExact)) {
      return new Code.Test.IntOneOf(
          ((Code.Cell) value).slot(), list.stream().map(Double::longValue).toList());
    }
    return list.size() <= FEW
        ? new Code.Test.OneOf(value, list)
        : new Code.Test.InNumbers(value, add(numberSets, new NumberSet(list)));
  }

  private Code.Test inStrings(Expr lhs, Set<String> set) {
    return lhs instanceof Expr.KeyRef(int id)
        ? byCode(id, (_, _) -> set::contains)
        : new Code.Test.InStrings(expr(lhs), add(stringSets, set));
  }

  private Code.Test byCode(int keyId, Layout.StringTest test) {
    int column = column(keyId);
    return new Code.Test.ByCode(column, add(codeTests, new Layout.CodeTestSpec(column, test)));
  }
}
