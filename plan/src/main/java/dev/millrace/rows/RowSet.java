package dev.millrace.rows;

import static java.util.Objects.checkIndex;
import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The active rows of a batch, in their order. Filter, sort and take make another view of the same
 * batch: no value is copied.
 *
 * <p>The reference keeps a selection and a permutation and walks the one through the other. Here
 * one array of physical row numbers is both: a filter shortens it, a sort reorders it, a take only
 * makes {@link #size()} smaller. No array means all rows in their physical order. Immutable.
 */
public final class RowSet {

  private final ColumnBatch batch;

  /** Physical row numbers, at least {@link #size} of them; null: all, in physical order. */
  private final int @Nullable [] rows;

  private final int size;

  private RowSet(ColumnBatch batch, int @Nullable [] rows, int size) {
    this.batch = batch;
    this.rows = rows;
    this.size = size;
  }

  /** All rows of {@code batch}. */
  public static RowSet all(ColumnBatch batch) {
    return new RowSet(requireNonNull(batch, "batch is null"), null, batch.length());
  }

  /** The first {@code size} of {@code rows}, which it keeps: nobody may write to it any more. */
  public static RowSet of(ColumnBatch batch, int[] rows, int size) {
    if (size < 0 || size > rows.length) {
      throw new IllegalArgumentException("%d of %d rows".formatted(size, rows.length));
    }
    return new RowSet(batch, rows, size);
  }

  /**
   * The active rows of {@code left}, then those of {@code right}, as a new batch without gaps. It
   * has the columns of both; where a side has none, its rows are null there.
   *
   * <p>Two dictionaries become one: the left one if they are equal, else the left entries and then
   * those of the right that are new.
   *
   * @throws IllegalArgumentException if a key has different types on the two sides, or if there are
   *     too many rows for one batch
   */
  public static RowSet concat(RowSet left, RowSet right) {
    return all(new Concatenation(left, right).batch());
  }

  public ColumnBatch batch() {
    return batch;
  }

  /** How many rows are active. */
  public int size() {
    return size;
  }

  /** The physical row at {@code position} of the order. */
  public int row(int position) {
    checkIndex(position, size);
    return rows == null ? position : rows[position];
  }

  /** The physical rows in order, the first {@link #size()} count; null: 0, 1, 2, … */
  public int @Nullable [] rows() {
    return rows;
  }

  /** Whether the active rows are all rows of the batch in their physical order. */
  public boolean isDense() {
    if (size != batch.length()) {
      return false;
    }
    for (int position = 0; rows != null && position < size; position++) {
      if (rows[position] != position) {
        return false;
      }
    }
    return true;
  }

  /** The first {@code count} rows, or all if there are fewer. */
  public RowSet take(int count) {
    return count >= size ? this : new RowSet(batch, rows, count);
  }

  /**
   * The same rows, sorted by a column of this batch. Rows with equal values keep their order; nulls
   * are last in either direction. Strings are in {@link StringOrder}, false is before true.
   *
   * @param limit how many rows anybody will look at: the order of those behind is not specified,
   *     though always the same for the same input
   */
  public RowSet sortedBy(Column column, boolean descending, int limit) {
    if (column.length() != batch.length()) {
      throw new IllegalArgumentException(
          "a column of %d rows cannot sort %d".formatted(column.length(), batch.length()));
    }
    if (limit < 0) {
      throw new IllegalArgumentException("limit is negative: " + limit);
    }
    return new RowSet(batch, Sorting.sorted(this, column, descending, limit), size);
  }

  public RowSet sortedBy(Column column, boolean descending) {
    return sortedBy(column, descending, Integer.MAX_VALUE);
  }

  /** The same rows in the same order, with one more column. */
  public RowSet with(int key, Column column) {
    return new RowSet(batch.with(key, column), rows, size);
  }

  @Override
  public String toString() {
    return "%d of %d rows, %d columns".formatted(size, batch.length(), batch.columns());
  }
}
