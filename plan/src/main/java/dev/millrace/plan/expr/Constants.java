package dev.millrace.plan.expr;

import org.jspecify.annotations.Nullable;

/**
 * The constants and constant tests of a {@link Layout} for the params of one request. Immutable,
 * though its arrays are not copied: nobody writes to them.
 */
@SuppressWarnings("ArrayRecordComponent") // it is its arrays; nobody compares it
record Constants(@Nullable Object[] values, boolean[] tests) {

  static Constants of(Layout layout, ParamValues params) {
    RowEvaluation evaluation = RowEvaluation.withoutRows(params);
    @Nullable Object[] values = new @Nullable Object[layout.constants().size()];
    for (int slot = 0; slot < values.length; slot++) {
      values[slot] = evaluation.value(layout.constants().get(slot).expr(), Lowering.NO_ROW);
    }
    boolean[] tests = new boolean[layout.constantTests().size()];
    for (int slot = 0; slot < tests.length; slot++) {
      tests[slot] = evaluation.test(layout.constantTests().get(slot), Lowering.NO_ROW);
    }
    return new Constants(values, tests);
  }

  /** Zero if it is null, which nobody computes with. */
  double number(int slot) {
    return values[slot] instanceof Double value ? value : 0;
  }
}
