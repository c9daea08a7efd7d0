package dev.millrace.rows;

import static java.util.Objects.checkIndex;
import static java.util.Objects.requireNonNull;

/**
 * Makes a column of strings. Rows may be set in any order, each at most once; those that are not
 * set are null. The dictionary has the strings in the order in which they came. Not thread-safe.
 */
public final class StringColumnBuilder {

  private final DictionaryBuilder dictionary = new DictionaryBuilder();
  private final int[] codes;
  private final long[] validity;

  /** Of a column with {@code rows} rows, all null for now. */
  public StringColumnBuilder(int rows) {
    codes = new int[rows];
    validity = Bits.none(rows);
  }

  public void set(int row, String value) {
    checkIndex(row, codes.length);
    codes[row] = dictionary.code(requireNonNull(value, "value is null"));
    Bits.set(validity, row);
  }

  /** The column; it keeps the arrays, so this is the last call. */
  public StringColumn build() {
    return new StringColumn(dictionary.build(), codes, Bits.nullIfAllSet(validity, codes.length));
  }
}
