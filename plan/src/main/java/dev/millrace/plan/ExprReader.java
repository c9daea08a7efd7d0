package dev.millrace.plan;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Expr.BinaryOp;
import dev.millrace.plan.expr.Expr.UnaryOp;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.plan.registry.ParamSpec;
import dev.millrace.plan.registry.Registries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Makes trees of the JSON of expressions and predicates. A part that is wrong becomes a fault and
 * null; the other parts are read nevertheless. Not thread-safe.
 */
final class ExprReader {
  private static final Map<String, BinaryOp> BINARY =
      Map.of(
          "add", BinaryOp.ADD,
          "sub", BinaryOp.SUB,
          "mul", BinaryOp.MUL,
          "div", BinaryOp.DIV,
          "min", BinaryOp.MIN,
          "max", BinaryOp.MAX);
  private static final Map<String, UnaryOp> UNARY =
      Map.of("neg", UnaryOp.NEG, "abs", UnaryOp.ABS, "log1p", UnaryOp.LOG1P);
  private static final List<String> OTHERS =
      List.of(
          "const_number",
          "const_string",
          "const_bool",
          "const_null",
          "key_ref",
          "param_ref",
          "coalesce",
          "if");

  private final Registries registries;
  private final Faults faults;
  private final TreeBudget budget;
  private final PredReader preds;

  ExprReader(Registries registries, PlanLimits limits, Faults faults) {
    this.registries = registries;
    this.faults = faults;
    this.budget = new TreeBudget(limits, faults);
    this.preds = new PredReader(this, budget, faults);
  }

  /** A whole expression; null if it has a fault. */
  @Nullable Expr readExpr(JsonNode node, JsonPath path) {
    budget.begin();
    return expr(node, path, 1);
  }

  /** A whole predicate; null if it has a fault. */
  @Nullable Pred readPred(JsonNode node, JsonPath path) {
    budget.begin();
    return preds.pred(node, path, 1);
  }

  @Nullable Expr expr(JsonNode node, JsonPath path, int depth) {
    TreeNode tree = TreeNode.of(node, path, "ExprNode", faults);
    if (tree == null || !budget.allows(path, depth)) {
      return null;
    }
    String op = tree.op();
    if (BINARY.containsKey(op) || op.equals("coalesce")) {
      return binary(tree, depth);
    }
    if (UNARY.containsKey(op)) {
      tree.refuseOthers("x");
      Expr x = part(tree, "x", depth);
      return x == null ? null : new Expr.Unary(Objects.requireNonNull(UNARY.get(op)), x);
    }
    return switch (op) {
      case "const_number" -> constNumber(tree);
      case "const_string" -> constString(tree);
      case "const_bool" -> constBool(tree);
      case "const_null" -> {
        tree.refuseOthers();
        yield new Expr.ConstNull();
      }
      case "key_ref" -> keyRef(tree);
      case "param_ref" -> paramRef(tree);
      case "if" -> choice(tree, depth);
      default -> unknown(tree);
    };
  }

  private @Nullable Expr unknown(TreeNode tree) {
    List<String> known = new ArrayList<>(OTHERS);
    known.addAll(BINARY.keySet());
    known.addAll(UNARY.keySet());
    tree.unknownOp(known);
    return null;
  }

  /** A part of an expression that is an expression itself. */
  @Nullable Expr part(TreeNode tree, String field, int depth) {
    JsonNode part = tree.required(field);
    return part == null ? null : expr(part, tree.path().field(field), depth + 1);
  }

  private @Nullable Expr binary(TreeNode tree, int depth) {
    tree.refuseOthers("a", "b");
    Expr a = part(tree, "a", depth);
    Expr b = part(tree, "b", depth);
    if (a == null || b == null) {
      return null;
    }
    BinaryOp op = BINARY.get(tree.op());
    return op == null ? new Expr.Coalesce(a, b) : new Expr.Binary(op, a, b);
  }

  private @Nullable Expr choice(TreeNode tree, int depth) {
    tree.refuseOthers("pred", "then", "else");
    JsonNode condition = tree.required("pred");
    Pred pred =
        condition == null ? null : preds.pred(condition, tree.path().field("pred"), depth + 1);
    Expr then = part(tree, "then", depth);
    Expr otherwise = part(tree, "else", depth);
    return pred == null || then == null || otherwise == null
        ? null
        : new Expr.If(pred, then, otherwise);
  }

  private static @Nullable Expr constNumber(TreeNode tree) {
    tree.refuseOthers("value");
    JsonNode value = tree.node().path("value");
    if (!value.isNumber()) {
      tree.invalid("value");
      return null;
    }
    double number = value.doubleValue();
    if (!Double.isFinite(number)) {
      tree.fault("value", "const_number 'value' must be a finite number");
      return null;
    }
    return new Expr.ConstNumber(number);
  }

  private static @Nullable Expr constString(TreeNode tree) {
    tree.refuseOthers("value");
    JsonNode value = tree.node().path("value");
    if (!value.isString()) {
      tree.invalid("value");
      return null;
    }
    return new Expr.ConstString(value.stringValue());
  }

  private static @Nullable Expr constBool(TreeNode tree) {
    tree.refuseOthers("value");
    JsonNode value = tree.node().path("value");
    if (!value.isBoolean()) {
      tree.invalid("value");
      return null;
    }
    return new Expr.ConstBool(value.booleanValue());
  }

  private @Nullable Expr keyRef(TreeNode tree) {
    tree.refuseOthers("key_id");
    int id = key(tree);
    return id < 0 ? null : new Expr.KeyRef(id);
  }

  private @Nullable Expr paramRef(TreeNode tree) {
    tree.refuseOthers("param_id");
    int id = param(tree);
    return id < 0 ? null : new Expr.ParamRef(id);
  }

  /** The key that the field {@code key_id} names; -1 if it is no number. */
  int key(TreeNode tree) {
    int id = tree.id("key_id");
    KeySpec key = registries.keys().find(id).orElse(null);
    if (key != null && key.lifecycle() == Lifecycle.DEPRECATED) {
      warn(tree.path().field("key_id"), "key", key.name(), key.replacedBy());
    }
    return id;
  }

  /** The param that the field {@code param_id} names; -1 if it is no number. */
  int param(TreeNode tree) {
    int id = tree.id("param_id");
    ParamSpec param = registries.params().find(id).orElse(null);
    if (param != null && param.lifecycle() == Lifecycle.DEPRECATED) {
      warn(tree.path().field("param_id"), "param", param.name(), param.replacedBy());
    }
    return id;
  }

  private void warn(JsonPath path, String what, String name, @Nullable String instead) {
    String advice = instead == null ? "" : ", use '%s'".formatted(instead);
    faults.warn(path, "%s '%s' is deprecated%s".formatted(what, name, advice));
  }
}
