package dev.millrace.plan.expr;

import dev.millrace.rows.Bits;
import dev.millrace.rows.BoolColumn;
import dev.millrace.rows.Column;
import dev.millrace.rows.Dictionary;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.IntColumn;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import dev.millrace.rows.StringOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What generated code reads: the rows, columns, params and tables of one run, by the slots of a
 * {@link Layout}. It calls the accessors once for each slot, before its loop. Not thread-safe.
 */
final class Frame {

  private final Layout layout;
  private final RowSet rows;
  private final @Nullable Column[] columns;
  private final long[] @Nullable [] validity;
  private final @Nullable Object[] constants;
  private final boolean[] constantTests;
  private final @Nullable CodeTest[] codeTests;

  /**
   * @throws IllegalStateException if a column or a param has not the type that the registry says
   */
  Frame(Layout layout, Names names, RowSet rows, ParamValues params) {
    this.layout = layout;
    this.rows = rows;
    names.requireTypes(params);
    columns = new Column[layout.columns().size()];
    validity = new long[columns.length][];
    constants = new Object[layout.constants().size()];
    constantTests = new boolean[layout.constantTests().size()];
    codeTests = new CodeTest[layout.codeTests().size()];
    bindColumns();
    bindConstants(params);
  }

  private void bindColumns() {
    for (int slot = 0; slot < columns.length; slot++) {
      Column column = Names.column(layout.columns().get(slot), rows.batch());
      columns[slot] = column;
      validity[slot] = column == null ? null : column.validity();
    }
  }

  private void bindConstants(ParamValues params) {
    if (constants.length + constantTests.length + codeTests.length == 0) {
      return;
    }
    RowEvaluation evaluation = RowEvaluation.withoutRows(params);
    for (int slot = 0; slot < constants.length; slot++) {
      constants[slot] = evaluation.value(layout.constants().get(slot).expr(), Lowering.NO_ROW);
    }
    for (int slot = 0; slot < constantTests.length; slot++) {
      constantTests[slot] = evaluation.test(layout.constantTests().get(slot), Lowering.NO_ROW);
    }
    for (int slot = 0; slot < codeTests.length; slot++) {
      Layout.CodeTestSpec spec = layout.codeTests().get(slot);
      if (columns[spec.column()] instanceof StringColumn strings) {
        codeTests[slot] = new CodeTest(spec.test().bind(evaluation, params), strings.dictionary());
      }
    }
  }

  /** Which slots hold nulls. */
  Shape shape() {
    Nullness[] ofColumns = new Nullness[columns.length];
    for (int slot = 0; slot < columns.length; slot++) {
      ofColumns[slot] =
          columns[slot] == null
              ? Nullness.ALWAYS
              : validity[slot] == null ? Nullness.NEVER : Nullness.MAYBE;
    }
    Nullness[] ofConstants = new Nullness[constants.length];
    for (int slot = 0; slot < constants.length; slot++) {
      ofConstants[slot] = constants[slot] == null ? Nullness.ALWAYS : Nullness.NEVER;
    }
    return new Shape(List.of(ofColumns), List.of(ofConstants));
  }

  /** Gives every column a bitmap, for code that has to do with any shape. */
  void generalize() {
    int length = rows.batch().length();
    for (int slot = 0; slot < columns.length; slot++) {
      if (validity[slot] == null && !Shape.isId(layout.columns().get(slot))) {
        long[] bits = Bits.none(length);
        Arrays.fill(bits, columns[slot] == null ? 0 : -1);
        validity[slot] = bits;
      }
    }
  }

  RowSet rowSet() {
    return rows;
  }

  int @Nullable [] rows() {
    return rows.rows();
  }

  /** Of an int column the values, of a bool column the bits; null if there is no column. */
  long @Nullable [] longs(int slot) {
    return switch (columns[slot]) {
      case IntColumn ints -> ints.values();
      case BoolColumn bools -> bools.bits();
      case null, default -> null;
    };
  }

  double @Nullable [] doubles(int slot) {
    return columns[slot] instanceof FloatColumn floats ? floats.values() : null;
  }

  int @Nullable [] codes(int slot) {
    return columns[slot] instanceof StringColumn strings ? strings.codes() : null;
  }

  @Nullable Dictionary dictionary(int slot) {
    return columns[slot] instanceof StringColumn strings ? strings.dictionary() : null;
  }

  long @Nullable [] validity(int slot) {
    return validity[slot];
  }

  boolean isNull(int slot) {
    return constants[slot] == null;
  }

  double number(int slot) {
    return constants[slot] instanceof Double value ? value : 0;
  }

  boolean truth(int slot) {
    return constants[slot] instanceof Boolean value && value;
  }

  @Nullable String string(int slot) {
    return (String) constants[slot];
  }

  boolean constantTest(int slot) {
    return constantTests[slot];
  }

  @Nullable CodeTest codeTest(int slot) {
    return codeTests[slot];
  }

  NumberSet numberSet(int slot) {
    return layout.numberSets().get(slot);
  }

  Set<String> stringSet(int slot) {
    return layout.stringSets().get(slot);
  }

  /** For generated code, which has the string before the set. */
  static boolean contains(String string, Set<String> set) {
    return set.contains(string);
  }

  /** For generated code. */
  static int compare(String left, String right) {
    return StringOrder.INSTANCE.compare(left, right);
  }
}
