package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Column;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import org.jspecify.annotations.Nullable;

/**
 * Makes the frames of one program. What depends neither on rows nor on params is worked out once,
 * here: most requests set no param. Immutable and thread-safe.
 */
final class Binding {

  private static final @Nullable CodeTest[] NO_CODE_TESTS = {};

  private final Layout layout;
  private final Names names;
  private final KeySpec[] keys;

  /** Those of a request that sets no param, and of any if no param is read. */
  private final Constants unset;

  Binding(Layout layout, Names names) {
    this.layout = layout;
    this.names = names;
    this.keys = layout.columns().toArray(KeySpec[]::new);
    this.unset = Constants.of(layout, ParamValues.NONE);
  }

  /**
   * @throws IllegalStateException if a column or a param has not the type that the registry says
   */
  Frame frame(RowSet rows, ParamValues params) {
    names.requireTypes(params);
    @Nullable Column[] columns = new @Nullable Column[keys.length];
    for (int slot = 0; slot < keys.length; slot++) {
      columns[slot] = Names.column(keys[slot], rows.batch());
    }
    return new Frame(layout, rows, columns, constants(params), codeTests(columns, params));
  }

  private Constants constants(ParamValues params) {
    return params == ParamValues.NONE || names.params().isEmpty()
        ? unset
        : Constants.of(layout, params);
  }

  private @Nullable CodeTest[] codeTests(@Nullable Column[] columns, ParamValues params) {
    if (layout.codeTests().isEmpty()) {
      return NO_CODE_TESTS;
    }
    RowEvaluation evaluation = RowEvaluation.withoutRows(params);
    @Nullable CodeTest[] tests = new @Nullable CodeTest[layout.codeTests().size()];
    for (int slot = 0; slot < tests.length; slot++) {
      Layout.CodeTestSpec spec = layout.codeTests().get(slot);
      if (columns[spec.column()] instanceof StringColumn strings) {
        tests[slot] = new CodeTest(spec.test().bind(evaluation, params), strings.dictionary());
      }
    }
    return tests;
  }
}
