package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Bits;
import dev.millrace.rows.BoolColumn;
import dev.millrace.rows.Column;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.IntColumn;
import dev.millrace.rows.StringColumnBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The column that a run computes. A row that is never set is null. Not thread-safe.
 *
 * <p>Generated code writes to the arrays of {@link Floats}, {@link Ints} and {@link Bools} itself.
 */
sealed interface ResultColumn {

  /** Of a row that is not null. */
  void set(int row, Object value);

  Column column();

  /** As {@link Column#validity}, while it is being filled; null if every row will be set. */
  long @Nullable [] validity();

  /** For {@code rows} rows; {@code complete} promises that each of them will be set. */
  static ResultColumn of(KeySpec target, int rows, boolean complete) {
    long[] validity = complete ? null : Bits.none(rows);
    return switch (target.type()) {
      case FLOAT -> new Floats(new double[rows], validity);
      case INT -> new Ints(new long[rows], validity);
      case BOOL -> new Bools(Bits.none(rows), rows, validity);
      case STRING -> new Strings(new StringColumnBuilder(rows));
      case FEATURE_BUNDLE -> throw new IllegalArgumentException("no column of a feature bundle");
    };
  }

  private static void mark(long @Nullable [] validity, int row) {
    if (validity != null) {
      Bits.set(validity, row);
    }
  }

  private static long @Nullable [] finished(long @Nullable [] validity, int rows) {
    return validity == null ? null : Bits.nullIfAllSet(validity, rows);
  }

  @SuppressWarnings("ArrayRecordComponent") // it is its arrays; nobody compares it
  record Floats(double[] values, long @Nullable [] validity) implements ResultColumn {

    @Override
    public void set(int row, Object value) {
      values[row] = ResultFaults.finite((Double) value, row);
      mark(validity, row);
    }

    @Override
    public Column column() {
      return new FloatColumn(values, finished(validity, values.length));
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // it is its arrays; nobody compares it
  record Ints(long[] values, long @Nullable [] validity) implements ResultColumn {

    @Override
    public void set(int row, Object value) {
      values[row] = ResultFaults.integral((Double) value, row);
      mark(validity, row);
    }

    @Override
    public Column column() {
      return new IntColumn(values, finished(validity, values.length));
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // it is its arrays; nobody compares it
  record Bools(long[] bits, int rows, long @Nullable [] validity) implements ResultColumn {

    @Override
    public void set(int row, Object value) {
      if ((Boolean) value) {
        Bits.set(bits, row);
      }
      mark(validity, row);
    }

    @Override
    public Column column() {
      return new BoolColumn(bits, rows, finished(validity, rows));
    }
  }

  record Strings(StringColumnBuilder builder) implements ResultColumn {

    @Override
    public void set(int row, Object value) {
      builder.set(row, (String) value);
    }

    @Override
    public Column column() {
      return builder.build();
    }

    /** The builder has its own. */
    @Override
    public long @Nullable [] validity() {
      return null;
    }
  }
}
