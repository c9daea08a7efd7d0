package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.ColumnBatch;
import java.util.Collections;
import java.util.List;

/** Where a run can meet nulls: code is generated for a shape and checks for no other. Immutable. */
record Shape(List<Nullness> columns, List<Nullness> constants) {

  /** That of any run. */
  static Shape general(Layout layout) {
    return new Shape(
        layout.columns().stream().map(k -> isId(k) ? Nullness.NEVER : Nullness.MAYBE).toList(),
        Collections.nCopies(layout.constants().size(), Nullness.MAYBE));
  }

  /** The ids are always there. */
  static boolean isId(KeySpec key) {
    return key.id() == ColumnBatch.ID_KEY;
  }

  Nullness of(Code code) {
    return switch (code) {
      case Code.Num _, Code.Truth _ -> Nullness.NEVER;
      case Code.Null _ -> Nullness.ALWAYS;
      case Code.Cell(int slot) -> columns.get(slot);
      case Code.Constant(int slot) -> constants.get(slot);
      case Code.Binary(Expr.BinaryOp op, Code a, Code b) -> {
        Nullness operands = of(a).orElse(of(b));
        yield op == Expr.BinaryOp.DIV && mayBeZero(b) ? operands.orElse(Nullness.MAYBE) : operands;
      }
      case Code.Unary(_, Code x) -> of(x);
      case Code.Coalesce(Code a, Code b) ->
          switch (of(a)) {
            case NEVER -> Nullness.NEVER;
            case ALWAYS -> of(b);
            case MAYBE -> of(b) == Nullness.NEVER ? Nullness.NEVER : Nullness.MAYBE;
          };
      case Code.If(_, Code then, Code otherwise) -> of(then).either(of(otherwise));
    };
  }

  static boolean mayBeZero(Code divisor) {
    return !(divisor instanceof Code.Num(double value)) || value == 0;
  }
}
