package dev.millrace.rows;

import org.jspecify.annotations.Nullable;

/**
 * Values of one type, one for each physical row of a batch; some may be null. Immutable once it is
 * part of a batch: the arrays are shared, not copied, and nobody writes to them any more.
 */
public sealed interface Column permits IntColumn, FloatColumn, BoolColumn, StringColumn {

  ColumnType type();

  /** How many physical rows it has. */
  int length();

  /** A bit for each row, set if the value is not null; null if no value is. */
  long @Nullable [] validity();

  default boolean isValid(int row) {
    return Bits.isValid(validity(), row);
  }
}
