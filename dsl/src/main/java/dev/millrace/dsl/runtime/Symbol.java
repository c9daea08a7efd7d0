package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Place;
import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;

/** A value that is known only when the plan runs. */
sealed interface Symbol extends Value.Lifted {

  @Override
  default Value member(String name, Place at) {
    throw at.refuse(
        "%s has no '%s': its value is known only when the plan runs, for each row anew",
        kind(), name);
  }

  /** {@code Key.score}. */
  record Key(KeySpec spec) implements Symbol {
    @Override
    public String kind() {
      return "Key." + spec.name();
    }
  }

  /** {@code P.weight}. */
  record Param(ParamSpec spec) implements Symbol {
    @Override
    public String kind() {
      return "P." + spec.name();
    }
  }

  /** An expression, with its size: what is shared in memory is written out in the plan. */
  record OfExpr(Expr expr, ValueType type, Size size) implements Symbol {
    @Override
    public String kind() {
      return "an expression";
    }
  }

  record OfPred(Pred pred, Size size) implements Symbol {
    @Override
    public String kind() {
      return "a predicate";
    }
  }

  /** How large a tree is. */
  record Size(int parts, int depth) {
    static final Size ONE = new Size(1, 1);

    /** Of a tree over these. Cannot overflow: the parts are bounded. */
    static Size over(Size... branches) {
      int parts = 1;
      int depth = 0;
      for (Size branch : branches) {
        parts += branch.parts;
        depth = Math.max(depth, branch.depth);
      }
      return new Size(parts, depth + 1);
    }
  }
}
