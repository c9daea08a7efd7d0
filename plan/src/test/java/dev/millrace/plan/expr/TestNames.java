package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.plan.registry.ParamSpec;

/** The keys and params of these tests; keys as in {@link dev.millrace.rows.RandomRows}. */
final class TestNames {

  static final int ID = 1;

  /** Float keys are 10 to 13, ints 20 and 21, bools 30 and 31, strings 40 to 42. */
  static final int SCORE = 10;

  static final int AGE = 20;
  static final int SEEN = 30;
  static final int COUNTRY = 40;
  static final int TITLE = 41;
  static final int BUNDLE = 50;
  static final int BLOCKED = 60;
  static final int UNREADABLE = 61;

  static final int WEIGHT = 1;
  static final int CUTOFF = 2;
  static final int LIMIT = 3;
  static final int WORD = 4;
  static final int FLAG = 5;
  static final int PATTERN = 6;
  static final int BLOCKED_PARAM = 7;

  private TestNames() {}

  static ExprTypes types() {
    return new ExprTypes(TestNames::key, TestNames::param);
  }

  static KeySpec key(int id) {
    return switch (id) {
      case ID -> key(id, "id", KeySpec.Type.INT, false);
      case 10, 11, 12, 13 -> key(id, "float" + id, KeySpec.Type.FLOAT, true);
      case 20, 21 -> key(id, "int" + id, KeySpec.Type.INT, true);
      case 30, 31 -> key(id, "bool" + id, KeySpec.Type.BOOL, true);
      case 40, 41, 42 -> key(id, "string" + id, KeySpec.Type.STRING, true);
      case BUNDLE -> key(id, "bundle", KeySpec.Type.FEATURE_BUNDLE, true);
      case BLOCKED ->
          new KeySpec(
              id, "old", KeySpec.Type.FLOAT, true, null, Lifecycle.BLOCKED, true, true, "new", "");
      case UNREADABLE ->
          new KeySpec(
              id,
              "secret",
              KeySpec.Type.FLOAT,
              true,
              null,
              Lifecycle.ACTIVE,
              false,
              true,
              null,
              "");
      default -> null;
    };
  }

  static KeySpec target(KeySpec.Type type, boolean nullable) {
    return key(99, "out", type, nullable);
  }

  private static KeySpec key(int id, String name, KeySpec.Type type, boolean nullable) {
    return new KeySpec(id, name, type, nullable, null, Lifecycle.ACTIVE, true, true, null, "");
  }

  static ParamSpec param(int id) {
    return switch (id) {
      case WEIGHT -> param(id, "weight", ParamSpec.Type.FLOAT, Lifecycle.ACTIVE);
      case CUTOFF -> param(id, "cutoff", ParamSpec.Type.FLOAT, Lifecycle.ACTIVE);
      case LIMIT -> param(id, "limit", ParamSpec.Type.INT, Lifecycle.ACTIVE);
      case WORD -> param(id, "word", ParamSpec.Type.STRING, Lifecycle.ACTIVE);
      case FLAG -> param(id, "flag", ParamSpec.Type.BOOL, Lifecycle.ACTIVE);
      case PATTERN -> param(id, "pattern", ParamSpec.Type.STRING, Lifecycle.ACTIVE);
      case BLOCKED_PARAM -> param(id, "gone", ParamSpec.Type.FLOAT, Lifecycle.BLOCKED);
      default -> null;
    };
  }

  private static ParamSpec param(int id, String name, ParamSpec.Type type, Lifecycle lifecycle) {
    return new ParamSpec(id, name, type, true, lifecycle, "");
  }

  static TypedExpr typed(Expr expr) {
    return switch (types().check(expr)) {
      case Checked.Typed<TypedExpr>(TypedExpr typed) -> typed;
      case Checked.Faulty<TypedExpr>(var faults) -> throw new AssertionError(faults + " " + expr);
    };
  }

  static TypedPred typed(Pred pred) {
    return switch (types().check(pred)) {
      case Checked.Typed<TypedPred>(TypedPred typed) -> typed;
      case Checked.Faulty<TypedPred>(var faults) -> throw new AssertionError(faults + " " + pred);
    };
  }
}
