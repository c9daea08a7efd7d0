package dev.millrace.rows;

import org.jspecify.annotations.Nullable;

/** A column of strings as codes into a dictionary; the code of a null is undefined. */
@SuppressWarnings("ArrayRecordComponent") // a column is its arrays; nobody compares columns
public record StringColumn(Dictionary dictionary, int[] codes, long @Nullable [] validity)
    implements Column {

  @Override
  public ColumnType type() {
    return ColumnType.STRING;
  }

  @Override
  public int length() {
    return codes.length;
  }

  public String get(int row) {
    return dictionary.get(codes[row]);
  }
}
