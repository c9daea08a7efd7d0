package dev.millrace.plan.expr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Trees without type faults, and params for them, made of a seed. */
public final class RandomTrees {

  private static final double[] NUMBERS = {0, -0.0, 1, -1, 0.5, 2, 3, 100, 1e300, 0x1p53};
  private static final String[] STRINGS = {
    "", "a", "aa", "US", "us", "CA", "\uFF5E", "\uD83D\uDE00", "?"
  };
  private static final String[] PATTERNS = {"", "a", "^a+$", "U", "[A-Z]{2}", "(", "."};

  private final Random random;
  private final int[] stringKeys;

  /** For rows as {@link dev.millrace.rows.RandomRows} makes them. */
  RandomTrees(Random random) {
    this(random, 40, 41, 42);
  }

  /** With these as the keys of strings. */
  public RandomTrees(Random random, int... stringKeys) {
    this.random = random;
    this.stringKeys = stringKeys;
  }

  public ParamValues params() {
    Map<Integer, Object> values = new HashMap<>();
    maybe(values, TestNames.WEIGHT, this::aNumber);
    maybe(values, TestNames.CUTOFF, this::aNumber);
    maybe(values, TestNames.LIMIT, () -> (double) random.nextInt(10));
    maybe(values, TestNames.WORD, this::aString);
    maybe(values, TestNames.FLAG, random::nextBoolean);
    maybe(values, TestNames.PATTERN, () -> PATTERNS[random.nextInt(PATTERNS.length)]);
    return values::get;
  }

  private void maybe(Map<Integer, Object> values, int param, Supplier<Object> value) {
    if (random.nextInt(4) != 0) {
      values.put(param, value.get());
    }
  }

  public Expr expr(ExprType type, int depth) {
    return switch (type) {
      case NUMBER -> number(depth);
      case STRING -> string(depth);
      case BOOL -> bool(depth);
      case NULL -> new Expr.ConstNull();
    };
  }

  private Expr number(int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return switch (random.nextInt(8)) {
        case 0 -> new Expr.ConstNull();
        case 1, 2 -> new Expr.ConstNumber(aNumber());
        case 3 -> new Expr.ParamRef(1 + random.nextInt(3));
        case 4 -> new Expr.KeyRef(TestNames.ID);
        case 5 -> new Expr.KeyRef(20 + random.nextInt(2));
        default -> new Expr.KeyRef(10 + random.nextInt(4));
      };
    }
    return switch (random.nextInt(5)) {
      case 0, 1 -> {
        Expr.BinaryOp[] ops = Expr.BinaryOp.values();
        yield new Expr.Binary(
            ops[random.nextInt(ops.length)], number(depth - 1), number(depth - 1));
      }
      case 2 -> {
        Expr.UnaryOp[] ops = Expr.UnaryOp.values();
        yield new Expr.Unary(ops[random.nextInt(ops.length)], number(depth - 1));
      }
      case 3 -> new Expr.Coalesce(number(depth - 1), number(depth - 1));
      default -> new Expr.If(pred(depth - 1), number(depth - 1), number(depth - 1));
    };
  }

  private Expr string(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return switch (random.nextInt(6)) {
        case 0 -> new Expr.ConstNull();
        case 1 -> new Expr.ConstString(aString());
        case 2 -> new Expr.ParamRef(TestNames.WORD);
        default -> new Expr.KeyRef(stringKey());
      };
    }
    return random.nextBoolean()
        ? new Expr.Coalesce(string(depth - 1), string(depth - 1))
        : new Expr.If(pred(depth - 1), string(depth - 1), string(depth - 1));
  }

  private Expr bool(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return switch (random.nextInt(6)) {
        case 0 -> new Expr.ConstNull();
        case 1 -> new Expr.ConstBool(random.nextBoolean());
        case 2 -> new Expr.ParamRef(TestNames.FLAG);
        default -> new Expr.KeyRef(30 + random.nextInt(2));
      };
    }
    return random.nextBoolean()
        ? new Expr.Coalesce(bool(depth - 1), bool(depth - 1))
        : new Expr.If(pred(depth - 1), bool(depth - 1), bool(depth - 1));
  }

  public Pred pred(int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      return switch (random.nextInt(3)) {
        case 0 -> new Pred.And(pred(depth - 1), pred(depth - 1));
        case 1 -> new Pred.Or(pred(depth - 1), pred(depth - 1));
        default -> new Pred.Not(pred(depth - 1));
      };
    }
    int below = Math.max(0, depth - 1);
    return switch (random.nextInt(10)) {
      case 0 -> new Pred.Const(random.nextBoolean());
      case 1 -> new Pred.InNumbers(number(below), numbers());
      case 2 -> new Pred.InStrings(key(), strings());
      case 3 -> new Pred.IsNull(expr(aType(), below));
      case 4 -> new Pred.NotNull(expr(aType(), below));
      case 5 -> regex();
      default -> comparison(below);
    };
  }

  private Pred comparison(int depth) {
    ExprType type = aType();
    Pred.CmpOp[] ops = Pred.CmpOp.values();
    int choice = type == ExprType.BOOL ? 2 : ops.length;
    return new Pred.Cmp(ops[random.nextInt(choice)], expr(type, depth), expr(type, depth));
  }

  /** A string that the list of strings may have at its left: never the null itself. */
  private Expr key() {
    Expr key = new Expr.KeyRef(stringKey());
    return random.nextBoolean() ? key : new Expr.Coalesce(key, new Expr.ParamRef(TestNames.WORD));
  }

  private Pred regex() {
    Pred.Pattern pattern =
        random.nextBoolean()
            ? new Pred.Pattern.Param(TestNames.PATTERN)
            : new Pred.Pattern.Literal("^[a-u]");
    return new Pred.Regex(stringKey(), pattern, random.nextBoolean());
  }

  private int stringKey() {
    return stringKeys[random.nextInt(stringKeys.length)];
  }

  private ExprType aType() {
    return switch (random.nextInt(4)) {
      case 0 -> ExprType.BOOL;
      case 1 -> ExprType.STRING;
      default -> ExprType.NUMBER;
    };
  }

  private double aNumber() {
    return random.nextInt(3) == 0
        ? random.nextInt(20) - 10
        : NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private String aString() {
    return STRINGS[random.nextInt(STRINGS.length)];
  }

  private List<Double> numbers() {
    List<Double> numbers = new ArrayList<>();
    for (int i = random.nextInt(random.nextBoolean() ? 4 : 30); i > 0; i--) {
      numbers.add(aNumber());
    }
    return numbers;
  }

  private List<String> strings() {
    List<String> strings = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      strings.add(aString());
    }
    return strings;
  }
}
