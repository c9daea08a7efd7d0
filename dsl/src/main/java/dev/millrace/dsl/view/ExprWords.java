package dev.millrace.dsl.view;

import dev.millrace.dsl.runtime.PlanNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Expressions and predicates of a plan as they are written in TypeScript. */
final class ExprWords {

  private static final Map<String, String> SIGNS =
      Map.of("add", "+", "sub", "-", "mul", "*", "div", "/", "and", "&&", "or", "||");

  private final PlanNames names;

  ExprWords(PlanNames names) {
    this.names = names;
  }

  String expr(JsonNode node) {
    String op = node.path("op").asString("");
    return switch (op) {
      case "const_number", "const_bool", "const_string" -> node.path("value").toString();
      case "const_null" -> "null";
      case "key_ref" -> key(node.path("key_id"));
      case "param_ref" -> param(node.path("param_id"));
      case "add", "sub", "mul", "div" -> infix(op, expr(node.path("a")), expr(node.path("b")));
      case "neg" -> "-" + expr(node.path("x"));
      case "coalesce" -> call("coalesce", node);
      case "min", "max" -> call("Math." + op, node);
      case "abs", "log1p" -> "Math.%s(%s)".formatted(op, expr(node.path("x")));
      case "if" ->
          "(%s ? %s : %s)"
              .formatted(pred(node.path("pred")), expr(node.path("then")), expr(node.path("else")));
      default -> "?";
    };
  }

  String pred(JsonNode node) {
    String op = node.path("op").asString("");
    return switch (op) {
      case "const_bool" -> node.path("value").toString();
      case "and", "or" -> infix(op, pred(node.path("a")), pred(node.path("b")));
      case "not" -> "!" + pred(node.path("x"));
      case "cmp" ->
          "(%s %s %s)"
              .formatted(expr(node.path("a")), node.path("cmp").asString(), expr(node.path("b")));
      case "is_null" -> "(%s == null)".formatted(expr(node.path("x")));
      case "not_null" -> "(%s != null)".formatted(expr(node.path("x")));
      case "in" -> "%s.includes(%s)".formatted(list(node.path("list")), expr(node.path("lhs")));
      case "regex" -> regex(node);
      default -> "?";
    };
  }

  String key(JsonNode id) {
    return names.keys().stream()
        .filter(key -> key.id() == id.asInt())
        .map(key -> "Key." + key.name())
        .findFirst()
        .orElse("Key(" + id + ")");
  }

  private String param(JsonNode id) {
    return names.params().stream()
        .filter(param -> param.id() == id.asInt())
        .map(param -> "P." + param.name())
        .findFirst()
        .orElse("P(" + id + ")");
  }

  private static String infix(String op, String left, String right) {
    return "(%s %s %s)".formatted(left, SIGNS.get(op), right);
  }

  private String call(String function, JsonNode node) {
    return "%s(%s, %s)".formatted(function, expr(node.path("a")), expr(node.path("b")));
  }

  private static String list(JsonNode list) {
    List<String> items = new ArrayList<>();
    list.forEach(item -> items.add(item.toString()));
    return "[" + String.join(", ", items) + "]";
  }

  private String regex(JsonNode node) {
    JsonNode pattern = node.path("pattern");
    String what =
        pattern.path("kind").asString("").equals("param")
            ? param(pattern.path("param_id"))
            : pattern.path("value").toString();
    String flags = node.path("flags").asString("");
    return "regex(%s, %s%s)"
        .formatted(key(node.path("key_id")), what, flags.isEmpty() ? "" : ", \"" + flags + "\"");
  }
}
