package dev.millrace.plan;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.expr.Pred.CmpOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The half of {@link ExprReader} that reads predicates. Not thread-safe. */
final class PredReader {
  static final Map<String, CmpOp> CMP =
      Map.of(
          "==", CmpOp.EQ,
          "!=", CmpOp.NE,
          "<", CmpOp.LT,
          "<=", CmpOp.LE,
          ">", CmpOp.GT,
          ">=", CmpOp.GE);
  private static final List<String> OPS =
      List.of("const_bool", "and", "or", "not", "cmp", "in", "is_null", "not_null", "regex");

  private final ExprReader exprs;
  private final TreeBudget budget;
  private final Faults faults;

  PredReader(ExprReader exprs, TreeBudget budget, Faults faults) {
    this.exprs = exprs;
    this.budget = budget;
    this.faults = faults;
  }

  @Nullable Pred pred(JsonNode node, JsonPath path, int depth) {
    TreeNode tree = TreeNode.of(node, path, "PredNode", faults);
    if (tree == null || !budget.allows(path, depth)) {
      return null;
    }
    return switch (tree.op()) {
      case "const_bool" -> constant(tree);
      case "and", "or" -> both(tree, depth);
      case "not" -> {
        tree.refuseOthers("x");
        Pred x = part(tree, "x", depth);
        yield x == null ? null : new Pred.Not(x);
      }
      case "cmp" -> comparison(tree, depth);
      case "in" -> in(tree, depth);
      case "is_null", "not_null" -> nullity(tree, depth);
      case "regex" -> regex(tree);
      default -> {
        tree.unknownOp(OPS);
        yield null;
      }
    };
  }

  private @Nullable Pred part(TreeNode tree, String field, int depth) {
    JsonNode part = tree.required(field);
    return part == null ? null : pred(part, tree.path().field(field), depth + 1);
  }

  private static @Nullable Pred constant(TreeNode tree) {
    tree.refuseOthers("value");
    JsonNode value = tree.node().path("value");
    if (!value.isBoolean()) {
      tree.invalid("value");
      return null;
    }
    return new Pred.Const(value.booleanValue());
  }

  private @Nullable Pred both(TreeNode tree, int depth) {
    tree.refuseOthers("a", "b");
    Pred a = part(tree, "a", depth);
    Pred b = part(tree, "b", depth);
    if (a == null || b == null) {
      return null;
    }
    return tree.op().equals("and") ? new Pred.And(a, b) : new Pred.Or(a, b);
  }

  private @Nullable Pred nullity(TreeNode tree, int depth) {
    tree.refuseOthers("x");
    Expr x = exprs.part(tree, "x", depth);
    if (x == null) {
      return null;
    }
    return tree.op().equals("is_null") ? new Pred.IsNull(x) : new Pred.NotNull(x);
  }

  private @Nullable Pred comparison(TreeNode tree, int depth) {
    tree.refuseOthers("cmp", "a", "b");
    JsonNode operator = tree.node().path("cmp");
    CmpOp op = null;
    if (!operator.isString()) {
      tree.fault("cmp", "cmp missing or invalid 'cmp' operator");
    } else {
      op = CMP.get(operator.stringValue());
      if (op == null) {
        tree.fault(
            "cmp",
            "Unknown cmp operator: %s (known: == != < <= > >=)"
                .formatted(Text.shown(operator.stringValue())));
      }
    }
    Expr a = exprs.part(tree, "a", depth);
    Expr b = exprs.part(tree, "b", depth);
    return op == null || a == null || b == null ? null : new Pred.Cmp(op, a, b);
  }

  private @Nullable Pred in(TreeNode tree, int depth) {
    tree.refuseOthers("lhs", "list");
    Expr lhs = exprs.part(tree, "lhs", depth);
    JsonNode list = tree.node().path("list");
    if (!list.isArray()) {
      tree.invalid("list");
      return null;
    }
    boolean strings = !list.isEmpty() && list.get(0).isString();
    if (!checkList(tree, list, strings) || lhs == null) {
      return null;
    }
    if (strings) {
      return new Pred.InStrings(lhs, list.valueStream().map(JsonNode::stringValue).toList());
    }
    List<Double> numbers = new ArrayList<>(list.size());
    list.forEach(item -> numbers.add(item.doubleValue()));
    return new Pred.InNumbers(lhs, numbers);
  }

  /** All numbers or all strings: the first element decides. */
  private boolean checkList(TreeNode tree, JsonNode list, boolean strings) {
    for (int i = 0; i < list.size(); i++) {
      JsonNode item = list.get(i);
      String wrong = null;
      if (!item.isString() && !item.isNumber()) {
        wrong = "in list contains unsupported type (expected numbers or strings)";
      } else if (item.isString() != strings) {
        wrong =
            "in list contains mixed types (expected all %s)"
                .formatted(strings ? "strings" : "numbers");
      } else if (!strings && !Double.isFinite(item.doubleValue())) {
        wrong = "in list contains a number that is not finite";
      }
      if (wrong != null) {
        faults.add(tree.path().field("list").item(i), wrong);
        return false;
      }
    }
    return true;
  }

  private @Nullable Pred regex(TreeNode tree) {
    tree.refuseOthers("key_id", "pattern", "flags");
    int key = exprs.key(tree);
    JsonNode json = tree.node().path("pattern");
    Pred.Pattern pattern = null;
    if (json.isObject()) {
      pattern = pattern(json, tree.path().field("pattern"));
    } else {
      tree.invalid("pattern");
    }
    JsonNode flags = tree.node().get("flags");
    boolean known = flags == null;
    if (flags != null && !flags.isString()) {
      tree.fault("flags", "regex 'flags' must be string");
    } else if (flags != null) {
      known = flags.stringValue().isEmpty() || flags.stringValue().equals("i");
      if (!known) {
        tree.fault("flags", "regex 'flags' must be '' or 'i'");
      }
    }
    if (key < 0 || pattern == null || !known) {
      return null;
    }
    return new Pred.Regex(key, pattern, flags != null && flags.stringValue().equals("i"));
  }

  private Pred.@Nullable Pattern pattern(JsonNode json, JsonPath path) {
    TreeNode tree = new TreeNode(json, path, "regex pattern", "regex pattern", faults);
    JsonNode kind = json.path("kind");
    if (!kind.isString()) {
      tree.fault("kind", "regex pattern missing 'kind'");
      return null;
    }
    return switch (kind.stringValue()) {
      case "literal" -> literal(tree);
      case "param" -> param(tree);
      default -> {
        tree.fault(
            "kind",
            "regex pattern kind must be 'literal' or 'param', got %s"
                .formatted(Text.quoted(kind.stringValue())));
        yield null;
      }
    };
  }

  private static Pred.@Nullable Pattern literal(TreeNode tree) {
    tree.refuseOthers("kind", List.of("value"));
    JsonNode value = tree.node().path("value");
    if (!value.isString()) {
      tree.fault("value", "regex literal pattern missing 'value'");
      return null;
    }
    return new Pred.Pattern.Literal(value.stringValue());
  }

  private Pred.@Nullable Pattern param(TreeNode tree) {
    tree.refuseOthers("kind", List.of("param_id"));
    if (!tree.node().has("param_id")) {
      tree.fault("param_id", "regex param pattern missing 'param_id'");
      return null;
    }
    int id = exprs.param(tree);
    return id < 0 ? null : new Pred.Pattern.Param(id);
  }
}
