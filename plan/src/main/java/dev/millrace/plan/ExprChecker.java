package dev.millrace.plan;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.expr.VmProgram;
import dev.millrace.plan.registry.KeySpec;
import java.util.List;
import java.util.Optional;

/** Types expressions and predicates and makes them runnable. Thread-safe. */
interface ExprChecker {

  /**
   * A type error.
   *
   * @param path where in the tree, to be put behind its own path: "" or e.g. {@code .a.b}
   */
  record Fault(String path, String reason) {}

  /** What is wrong with an expression, wherever it is used. */
  List<Fault> check(Expr expr);

  List<Fault> check(Pred pred);

  /** Why the values of an expression without faults cannot be those of a key; empty if they can. */
  Optional<String> misfit(Expr expr, KeySpec target);

  /** The program of an expression that has no faults and fits the key. */
  VmProgram program(Expr expr, KeySpec target);

  /** The program of a predicate that has no faults. */
  FilterProgram program(Pred pred);
}
