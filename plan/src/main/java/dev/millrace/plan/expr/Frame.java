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
  private final Constants constants;
  private final @Nullable CodeTest[] codeTests;

  /** In the place of the columns' own; null if nobody wants others. */
  private long @Nullable [] @Nullable [] validity;

  Frame(
      Layout layout,
      RowSet rows,
      @Nullable Column[] columns,
      Constants constants,
      @Nullable CodeTest[] codeTests) {
    this.layout = layout;
    this.rows = rows;
    this.columns = columns;
    this.constants = constants;
    this.codeTests = codeTests;
  }

  /** Which slots hold nulls. */
  Shape shape() {
    Nullness[] ofColumns = new Nullness[columns.length];
    Arrays.setAll(ofColumns, this::ofColumn);
    Nullness[] ofConstants = new Nullness[constants.values().length];
    Arrays.setAll(ofConstants, this::ofConstant);
    return new Shape(List.of(ofColumns), List.of(ofConstants));
  }

  /** Whether {@link #shape} is {@code shape}. */
  boolean hasShape(Shape shape) {
    for (int slot = 0; slot < columns.length; slot++) {
      if (shape.columns().get(slot) != ofColumn(slot)) {
        return false;
      }
    }
    for (int slot = 0; slot < constants.values().length; slot++) {
      if (shape.constants().get(slot) != ofConstant(slot)) {
        return false;
      }
    }
    return true;
  }

  private Nullness ofColumn(int slot) {
    Column column = columns[slot];
    if (column == null) {
      return Nullness.ALWAYS;
    }
    return column.validity() == null ? Nullness.NEVER : Nullness.MAYBE;
  }

  private Nullness ofConstant(int slot) {
    return isNull(slot) ? Nullness.ALWAYS : Nullness.NEVER;
  }

  /** Gives every column a bitmap, for code that has to do with any shape. */
  void generalize() {
    int length = rows.batch().length();
    long[] @Nullable [] bitmaps = new long[columns.length][];
    for (int slot = 0; slot < columns.length; slot++) {
      Column column = columns[slot];
      long[] bits = column == null ? null : column.validity();
      if (bits == null && !Shape.isId(layout.columns().get(slot))) {
        bits = Bits.none(length);
        Arrays.fill(bits, column == null ? 0 : -1);
      }
      bitmaps[slot] = bits;
    }
    validity = bitmaps;
  }

  Constants constants() {
    return constants;
  }

  RowSet rowSet() {
    return rows;
  }

  int @Nullable [] rows() {
    return rows.rows();
  }

  /** Of an int column the values, of a bool column the bits; null if there is no column. */
  long @Nullable [] longs(int slot) {
    if (columns[slot] instanceof IntColumn ints) {
      return ints.values();
    }
    return columns[slot] instanceof BoolColumn bools ? bools.bits() : null;
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
    if (validity != null) {
      return validity[slot];
    }
    Column column = columns[slot];
    return column == null ? null : column.validity();
  }

  boolean isNull(int slot) {
    return constants.values()[slot] == null;
  }

  double number(int slot) {
    return constants.number(slot);
  }

  boolean truth(int slot) {
    return constants.values()[slot] instanceof Boolean value && value;
  }

  @Nullable String string(int slot) {
    return (String) constants.values()[slot];
  }

  boolean constantTest(int slot) {
    return constants.tests()[slot];
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
