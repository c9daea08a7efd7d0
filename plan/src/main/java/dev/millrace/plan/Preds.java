package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.registry.Registries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A predicate of a plan that is written in Java: {@code Preds.cmp(">=", E.key("score"),
 * E.constant(0.5))}. Immutable.
 */
public final class Preds {
  private final Function<Registries, Pred> tree;

  private Preds(Function<Registries, Pred> tree) {
    this.tree = tree;
  }

  /**
   * The tree with ids for names.
   *
   * @throws IllegalArgumentException if a name is unknown
   */
  Pred resolve(Registries registries) {
    return tree.apply(registries);
  }

  public static Preds constant(boolean value) {
    return new Preds(_ -> new Pred.Const(value));
  }

  /**
   * A comparison.
   *
   * @param operator one of {@code == != < <= > >=}
   */
  public static Preds cmp(String operator, E a, E b) {
    Pred.CmpOp op = PredReader.CMP.get(operator);
    if (op == null) {
      throw new IllegalArgumentException(
          "operator '%s' is none of == != < <= > >=".formatted(operator));
    }
    requireNonNull(a, "a is null");
    requireNonNull(b, "b is null");
    return new Preds(names -> new Pred.Cmp(op, a.resolve(names), b.resolve(names)));
  }

  public static Preds and(Preds a, Preds b) {
    return new Preds(names -> new Pred.And(a.resolve(names), b.resolve(names)));
  }

  public static Preds or(Preds a, Preds b) {
    return new Preds(names -> new Pred.Or(a.resolve(names), b.resolve(names)));
  }

  public static Preds not(Preds x) {
    return new Preds(names -> new Pred.Not(x.resolve(names)));
  }

  public static Preds isNull(E x) {
    return new Preds(names -> new Pred.IsNull(x.resolve(names)));
  }

  public static Preds notNull(E x) {
    return new Preds(names -> new Pred.NotNull(x.resolve(names)));
  }

  public static Preds in(E lhs, double... numbers) {
    List<Double> list = Arrays.stream(numbers).boxed().toList();
    return new Preds(names -> new Pred.InNumbers(lhs.resolve(names), list));
  }

  public static Preds in(E lhs, String first, String... more) {
    List<String> list = new ArrayList<>(List.of(first));
    list.addAll(List.of(more));
    return new Preds(names -> new Pred.InStrings(lhs.resolve(names), list));
  }

  /** Whether a pattern occurs in the string of a key. */
  public static Preds regex(String key, String pattern) {
    return regex(key, pattern, false);
  }

  public static Preds regex(String key, String pattern, boolean ignoreCase) {
    Pred.Pattern literal = new Pred.Pattern.Literal(requireNonNull(pattern, "pattern is null"));
    return new Preds(names -> new Pred.Regex(Lookup.key(names, key).id(), literal, ignoreCase));
  }

  /** Whether the pattern that a param is set to occurs in the string of a key. */
  public static Preds regexParam(String key, String param, boolean ignoreCase) {
    return new Preds(names ->
        new Pred.Regex(
            Lookup.key(names, key).id(),
            new Pred.Pattern.Param(Lookup.param(names, param).id()),
            ignoreCase));
  }
}
