package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;

/** Turns checked trees into programs. All backends give the same answers. Thread-safe. */
public interface ExprBackend {

  /**
   * A program that computes the column of {@code target}.
   *
   * @throws IllegalArgumentException if {@link TypedExpr#misfit} has something to say
   */
  VmProgram vm(TypedExpr expr, KeySpec target);

  FilterProgram filter(TypedPred pred);

  /** The one that is fast: generated code, and the interpreter for what is too big for it. */
  static ExprBackend compiler() {
    return new ExprCompiler();
  }

  /** The one that is easy to read. */
  static ExprBackend interpreter() {
    return new ExprInterpreter();
  }
}
