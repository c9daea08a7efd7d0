package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Expr.BinaryOp;
import dev.millrace.plan.expr.Expr.UnaryOp;
import dev.millrace.plan.registry.Registries;
import java.util.function.Function;

/**
 * An expression of a plan that is written in Java: {@code E.mul(E.key("id"), E.constant(0.5))}. The
 * names of keys and params are looked up when the plan is made. Immutable.
 */
public final class E {
  private final Function<Registries, Expr> tree;

  private E(Function<Registries, Expr> tree) {
    this.tree = tree;
  }

  /**
   * The tree with ids for names.
   *
   * @throws IllegalArgumentException if a name is unknown
   */
  Expr resolve(Registries registries) {
    return tree.apply(registries);
  }

  /** The row's value of a key. */
  public static E key(String name) {
    requireNonNull(name, "name is null");
    return new E(registries -> new Expr.KeyRef(Lookup.key(registries, name).id()));
  }

  /** What the request sets a param to; null if it does not. */
  public static E param(String name) {
    requireNonNull(name, "name is null");
    return new E(registries -> new Expr.ParamRef(Lookup.param(registries, name).id()));
  }

  public static E constant(double value) {
    return new E(_ -> new Expr.ConstNumber(value));
  }

  public static E constant(String value) {
    Expr constant = new Expr.ConstString(value);
    return new E(_ -> constant);
  }

  public static E constant(boolean value) {
    return new E(_ -> new Expr.ConstBool(value));
  }

  public static E constantNull() {
    return new E(_ -> new Expr.ConstNull());
  }

  public static E add(E a, E b) {
    return binary(BinaryOp.ADD, a, b);
  }

  public static E sub(E a, E b) {
    return binary(BinaryOp.SUB, a, b);
  }

  public static E mul(E a, E b) {
    return binary(BinaryOp.MUL, a, b);
  }

  /** Null if {@code b} is zero. */
  public static E div(E a, E b) {
    return binary(BinaryOp.DIV, a, b);
  }

  public static E min(E a, E b) {
    return binary(BinaryOp.MIN, a, b);
  }

  public static E max(E a, E b) {
    return binary(BinaryOp.MAX, a, b);
  }

  public static E neg(E x) {
    return unary(UnaryOp.NEG, x);
  }

  public static E abs(E x) {
    return unary(UnaryOp.ABS, x);
  }

  public static E log1p(E x) {
    return unary(UnaryOp.LOG1P, x);
  }

  /** {@code a} unless that is null, else {@code b}. */
  public static E coalesce(E a, E b) {
    return new E(names -> new Expr.Coalesce(a.resolve(names), b.resolve(names)));
  }

  /** {@code then} if the predicate holds, else {@code otherwise}. */
  public static E when(Preds condition, E then, E otherwise) {
    return new E(names ->
        new Expr.If(condition.resolve(names), then.resolve(names), otherwise.resolve(names)));
  }

  private static E binary(BinaryOp op, E a, E b) {
    requireNonNull(a, "a is null");
    requireNonNull(b, "b is null");
    return new E(names -> new Expr.Binary(op, a.resolve(names), b.resolve(names)));
  }

  private static E unary(UnaryOp op, E x) {
    requireNonNull(x, "x is null");
    return new E(names -> new Expr.Unary(op, x.resolve(names)));
  }
}
