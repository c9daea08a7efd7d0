package dev.millrace.rows;

import org.jspecify.annotations.Nullable;

/** A column of truth values, a bit each. */
@SuppressWarnings("ArrayRecordComponent") // a column is its arrays; nobody compares columns
public record BoolColumn(long[] bits, int length, long @Nullable [] validity) implements Column {

  @Override
  public ColumnType type() {
    return ColumnType.BOOL;
  }

  public boolean get(int row) {
    return Bits.get(bits, row);
  }
}
