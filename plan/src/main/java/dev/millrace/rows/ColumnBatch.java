package dev.millrace.rows;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Physical rows: an id each, and columns by key id. Immutable; a batch with one more column shares
 * all the others.
 */
public final class ColumnBatch {

  /** The key of the row's id, which every batch has. */
  public static final int ID_KEY = 1;

  private static final int[] NO_KEYS = {};
  private static final Column[] NO_COLUMNS = {};

  private final IntColumn ids;

  /** Ascending, without {@link #ID_KEY}. */
  private final int[] keys;

  /** The column of each of {@link #keys}. */
  private final Column[] columns;

  private ColumnBatch(IntColumn ids, int[] keys, Column[] columns) {
    this.ids = ids;
    this.keys = keys;
    this.columns = columns;
  }

  /** A batch with these ids, which it keeps, and no other column. */
  public static ColumnBatch ofIds(long[] ids) {
    return new ColumnBatch(
        new IntColumn(requireNonNull(ids, "ids is null"), null), NO_KEYS, NO_COLUMNS);
  }

  /** This batch with {@code column} for {@code key}, in the place of one that it may have. */
  public ColumnBatch with(int key, Column column) {
    if (key == ID_KEY) {
      throw new IllegalArgumentException("the id column cannot be replaced");
    }
    if (column.length() != length()) {
      throw new IllegalArgumentException(
          "column of key %d has %d rows, the batch %d".formatted(key, column.length(), length()));
    }
    int at = Arrays.binarySearch(keys, key);
    if (at >= 0) {
      Column[] replaced = columns.clone();
      replaced[at] = column;
      return new ColumnBatch(ids, keys, replaced);
    }
    int gap = -at - 1;
    int[] moreKeys = new int[keys.length + 1];
    Column[] moreColumns = new Column[keys.length + 1];
    System.arraycopy(keys, 0, moreKeys, 0, gap);
    System.arraycopy(columns, 0, moreColumns, 0, gap);
    moreKeys[gap] = key;
    moreColumns[gap] = column;
    System.arraycopy(keys, gap, moreKeys, gap + 1, keys.length - gap);
    System.arraycopy(columns, gap, moreColumns, gap + 1, keys.length - gap);
    return new ColumnBatch(ids, moreKeys, moreColumns);
  }

  /** How many physical rows there are. */
  public int length() {
    return ids.length();
  }

  public IntColumn ids() {
    return ids;
  }

  /** The column of {@code key}, the ids for {@link #ID_KEY}; null if there is none. */
  public @Nullable Column column(int key) {
    if (key == ID_KEY) {
      return ids;
    }
    int at = Arrays.binarySearch(keys, key);
    return at < 0 ? null : columns[at];
  }

  /** How many columns there are beside the ids. */
  public int columns() {
    return keys.length;
  }

  /** The key of column {@code index}; keys ascend with the index. */
  public int keyAt(int index) {
    return keys[index];
  }

  public Column columnAt(int index) {
    return columns[index];
  }
}
