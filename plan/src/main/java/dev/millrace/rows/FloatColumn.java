package dev.millrace.rows;

import org.jspecify.annotations.Nullable;

/** A column of {@code double}; what stands at a null is undefined. */
@SuppressWarnings("ArrayRecordComponent") // a column is its arrays; nobody compares columns
public record FloatColumn(double[] values, long @Nullable [] validity) implements Column {

  @Override
  public ColumnType type() {
    return ColumnType.FLOAT;
  }

  @Override
  public int length() {
    return values.length;
  }
}
