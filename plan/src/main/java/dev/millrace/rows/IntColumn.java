package dev.millrace.rows;

import org.jspecify.annotations.Nullable;

/** A column of {@code long}; what stands at a null is undefined. */
@SuppressWarnings("ArrayRecordComponent") // a column is its arrays; nobody compares columns
public record IntColumn(long[] values, long @Nullable [] validity) implements Column {

  @Override
  public ColumnType type() {
    return ColumnType.INT;
  }

  @Override
  public int length() {
    return values.length;
  }
}
