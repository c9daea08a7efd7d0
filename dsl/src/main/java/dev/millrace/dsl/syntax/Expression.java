package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression of the plan language. Types are gone: they are for the editor. */
public sealed interface Expression {

  /** Where a message about it points. */
  Place at();

  record NumberLiteral(Place at, double value) implements Expression {}

  record StringLiteral(Place at, String value) implements Expression {}

  record BooleanLiteral(Place at, boolean value) implements Expression {}

  record NullLiteral(Place at) implements Expression {}

  /** {@code `a${x}b`}: there is one more text than there are values. */
  record Template(Place at, List<String> texts, List<Expression> values) implements Expression {}

  record Name(Place at, String name) implements Expression {}

  /** Elements may be {@link Spread}. */
  record ArrayLiteral(Place at, List<Expression> elements) implements Expression {}

  record ObjectLiteral(Place at, List<Property> properties) implements Expression {}

  /** {@code ...x} among elements or arguments. */
  record Spread(Place at, Expression value) implements Expression {}

  record Function(Place at, String name, boolean arrow, List<Pattern.Binding> parameters, Body body)
      implements Expression {}

  record Unary(Place at, String operator, Expression operand) implements Expression {}

  /** {@code ++} and {@code --}. */
  record Update(Place at, boolean increment, boolean prefix, Expression target)
      implements Expression {}

  /** Arithmetic and comparison; {@code at} is the operator. */
  record Binary(Place at, String operator, Expression left, Expression right)
      implements Expression {}

  /** {@code &&}, {@code ||}, {@code ??}; {@code at} is the operator. */
  record Logical(Place at, String operator, Expression left, Expression right)
      implements Expression {}

  record Conditional(Place at, Expression test, Expression then, Expression otherwise)
      implements Expression {}

  /** {@code operator} is what stands before the {@code =}: empty for a plain one. */
  record Assignment(Place at, String operator, Expression target, Expression value)
      implements Expression {}

  /** {@code object.name}; {@code at} is the name. */
  record Member(Place at, Expression object, String name, boolean optional) implements Expression {}

  record Index(Place at, Expression object, Expression index, boolean optional)
      implements Expression {}

  /** {@code at} is the name of what is called, where there is one. */
  record Call(Place at, Expression callee, List<Expression> arguments, boolean optional)
      implements Expression {}

  /** How far a {@code ?.} within reaches when there is nothing to go on with. */
  record Chain(Place at, Expression expression) implements Expression {}

  /** {@code new Error(...)}: the only thing that can be new. */
  record NewError(Place at, List<Expression> arguments) implements Expression {}

  /** What scripts have and plans have not. */
  sealed interface ScriptOnly extends Expression {}

  record This(Place at) implements ScriptOnly {}

  /** {@code new Callee(...)}. */
  record New(Place at, Expression callee, List<Expression> arguments) implements ScriptOnly {}

  record RegexLiteral(Place at, String pattern, String flags) implements ScriptOnly {}

  /** {@code a, b}: the last one counts. */
  record Sequence(Place at, List<Expression> expressions) implements ScriptOnly {}

  /** {@code [a, b] = …} and {@code ({ a, b } = …)}. */
  record TakeApart(Place at, Expression target, Expression value) implements ScriptOnly {}

  /** A part of an object literal. */
  sealed interface Property {
    record Named(Place at, String name, Expression value) implements Property {}

    record Computed(Place at, Expression name, Expression value) implements Property {}

    record SpreadAll(Place at, Expression value) implements Property {}
  }

  /** A function's body: an expression, or statements. */
  record Body(@Nullable Expression value, List<Statement> statements) {}
}
