package dev.millrace.plan.expr;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.plan.registry.ParamSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One walk over one tree. A part with a fault has no type (null) and causes no further faults
 * around it. Not thread-safe.
 */
final class TypeCheck {

  private final IntFunction<@Nullable KeySpec> keyLookup;
  private final IntFunction<@Nullable ParamSpec> paramLookup;
  private final Map<Integer, KeySpec> keys = new HashMap<>();
  private final Map<Integer, ParamSpec> params = new HashMap<>();
  private final List<TypeFault> faults = new ArrayList<>();
  private boolean readsPattern;

  TypeCheck(IntFunction<@Nullable KeySpec> keys, IntFunction<@Nullable ParamSpec> params) {
    keyLookup = keys;
    paramLookup = params;
  }

  List<TypeFault> faults() {
    return faults;
  }

  Names names() {
    return new Names(keys, params);
  }

  /** Whether a param is read as a regular expression. */
  boolean readsPattern() {
    return readsPattern;
  }

  @CanIgnoreReturnValue // where any type will do
  @Nullable ExprType expr(Expr expr, TreePath path) {
    return switch (expr) {
      case Expr.ConstNumber(double value) -> constant(value, path.to("value"));
      case Expr.ConstString _ -> ExprType.STRING;
      case Expr.ConstBool _ -> ExprType.BOOL;
      case Expr.ConstNull _ -> ExprType.NULL;
      case Expr.KeyRef(int id) -> key(id, path.to("key_id"));
      case Expr.ParamRef(int id) -> param(id, path.to("param_id"));
      case Expr.Binary(_, Expr a, Expr b) -> {
        number(a, expr, path.to("a"));
        number(b, expr, path.to("b"));
        yield ExprType.NUMBER;
      }
      case Expr.Unary(_, Expr x) -> {
        number(x, expr, path.to("x"));
        yield ExprType.NUMBER;
      }
      case Expr.Coalesce(Expr a, Expr b) ->
          either(expr(a, path.to("a")), expr(b, path.to("b")), "coalesce", path);
      case Expr.If(Pred pred, Expr then, Expr otherwise) -> {
        pred(pred, path.to("pred"));
        ExprType first = expr(then, path.to("then"));
        yield either(first, expr(otherwise, path.to("else")), "if", path);
      }
    };
  }

  void pred(Pred pred, TreePath path) {
    switch (pred) {
      case Pred.Const _ -> {}
      case Pred.And(Pred a, Pred b) -> {
        pred(a, path.to("a"));
        pred(b, path.to("b"));
      }
      case Pred.Or(Pred a, Pred b) -> {
        pred(a, path.to("a"));
        pred(b, path.to("b"));
      }
      case Pred.Not(Pred x) -> pred(x, path.to("x"));
      case Pred.Cmp(Pred.CmpOp op, Expr a, Expr b) ->
          comparison(op, expr(a, path.to("a")), expr(b, path.to("b")), path);
      case Pred.InNumbers in -> inNumbers(in, path);
      case Pred.InStrings(Expr lhs, _) -> inStrings(lhs, path.to("lhs"));
      case Pred.IsNull(Expr x) -> expr(x, path.to("x"));
      case Pred.NotNull(Expr x) -> expr(x, path.to("x"));
      case Pred.Regex regex -> regex(regex, path);
    }
  }

  private @Nullable ExprType constant(double value, TreePath path) {
    if (!Double.isFinite(value)) {
      fault(path, "the number is not finite");
      return null;
    }
    return ExprType.NUMBER;
  }

  private @Nullable ExprType key(int id, TreePath path) {
    KeySpec key = keyLookup.apply(id);
    if (key == null) {
      fault(path, "unknown key " + id);
      return null;
    }
    if (key.lifecycle() == Lifecycle.BLOCKED) {
      String instead = key.replacedBy() == null ? "" : ", use '" + key.replacedBy() + "'";
      fault(path, "key '%s' is blocked%s".formatted(key.name(), instead));
      return null;
    }
    if (!key.allowRead()) {
      fault(path, "key '%s' is not readable".formatted(key.name()));
      return null;
    }
    keys.put(id, key);
    ExprType type = ExprType.of(key.type()).orElse(null);
    if (type == null) {
      fault(path, "key '%s' is a feature bundle, not a value".formatted(key.name()));
    }
    return type;
  }

  private @Nullable ExprType param(int id, TreePath path) {
    ParamSpec param = paramLookup.apply(id);
    if (param == null) {
      fault(path, "unknown param " + id);
      return null;
    }
    if (param.lifecycle() == Lifecycle.BLOCKED) {
      fault(path, "param '%s' is blocked".formatted(param.name()));
      return null;
    }
    params.put(id, param);
    return ExprType.of(param.type());
  }

  private void number(Expr operand, Expr of, TreePath path) {
    ExprType type = expr(operand, path);
    if (type != null && type != ExprType.NUMBER && type != ExprType.NULL) {
      fault(path, "%s needs a number, got %s".formatted(OpNames.of(of), type.words()));
    }
  }

  private @Nullable ExprType either(
      @Nullable ExprType a, @Nullable ExprType b, String op, TreePath path) {
    if (a == null || b == null) {
      return null;
    }
    if (mixed(a, b)) {
      fault(path, "%s of %s and %s".formatted(op, a.words(), b.words()));
      return null;
    }
    return a == ExprType.NULL ? b : a;
  }

  private void comparison(
      Pred.CmpOp op, @Nullable ExprType a, @Nullable ExprType b, TreePath path) {
    if (a == null || b == null) {
      return;
    }
    if (mixed(a, b)) {
      fault(path, "cannot compare %s with %s".formatted(a.words(), b.words()));
      return;
    }
    boolean ordering = op != Pred.CmpOp.EQ && op != Pred.CmpOp.NE;
    if (ordering && (a == ExprType.BOOL || b == ExprType.BOOL)) {
      fault(path, "'%s' needs numbers or strings, got a bool".formatted(OpNames.of(op)));
    }
  }

  private static boolean mixed(ExprType a, ExprType b) {
    return a != b && a != ExprType.NULL && b != ExprType.NULL;
  }

  private void inNumbers(Pred.InNumbers in, TreePath path) {
    ExprType type = expr(in.lhs(), path.to("lhs"));
    boolean misfit = type == ExprType.STRING || type == ExprType.BOOL;
    if (type != null && misfit && !in.list().isEmpty()) {
      fault(path.to("lhs"), "a list of numbers needs a number, got %s".formatted(type.words()));
    }
    if (!in.list().stream().allMatch(Double::isFinite)) {
      fault(path.to("list"), "a number in the list is not finite");
    }
  }

  private void inStrings(Expr lhs, TreePath path) {
    ExprType type = expr(lhs, path);
    if (type == null || type == ExprType.STRING) {
      return;
    }
    fault(
        path,
        lhs instanceof Expr.KeyRef
            ? "a list of strings needs a string key, got " + type.words()
            : "String in-list requires key_ref as lhs, got: " + OpNames.of(lhs));
  }

  private void regex(Pred.Regex regex, TreePath path) {
    ExprType key = key(regex.keyId(), path.to("key_id"));
    if (key != null && key != ExprType.STRING) {
      fault(path.to("key_id"), "regex needs a string key, got " + key.words());
    }
    TreePath pattern = path.to("pattern");
    switch (regex.pattern()) {
      case Pred.Pattern.Literal(String value) -> {
        Optional<String> invalid = RegexSyntax.fault(value, regex.ignoreCase());
        invalid.ifPresent(reason -> fault(pattern.to("value"), reason));
      }
      case Pred.Pattern.Param(int id) -> {
        readsPattern = true;
        ExprType param = param(id, pattern.to("param_id"));
        if (param != null && param != ExprType.STRING) {
          fault(pattern.to("param_id"), "regex needs a string param, got " + param.words());
        }
      }
    }
  }

  private void fault(TreePath path, String reason) {
    faults.add(new TypeFault(path.toString(), reason));
  }
}
