package dev.millrace.rows;

import java.util.ArrayList;
import java.util.List;

/** Columns as lists of boxed values: slow, and easy to compare. */
public final class Cells {

  private Cells() {}

  public static Object get(Column column, int row) {
    if (column == null || !column.isValid(row)) {
      return null;
    }
    return switch (column) {
      case IntColumn ints -> ints.values()[row];
      case FloatColumn floats -> floats.values()[row];
      case BoolColumn bools -> bools.get(row);
      case StringColumn strings -> strings.get(row);
    };
  }

  /** The values of {@code key} in the order of the active rows. */
  static List<Object> of(RowSet rows, int key) {
    List<Object> values = new ArrayList<>();
    for (int position = 0; position < rows.size(); position++) {
      values.add(get(rows.batch().column(key), rows.row(position)));
    }
    return values;
  }

  public static List<Integer> rows(RowSet rows) {
    List<Integer> physical = new ArrayList<>();
    for (int position = 0; position < rows.size(); position++) {
      physical.add(rows.row(position));
    }
    return physical;
  }
}
