package dev.millrace.plan;

import dev.millrace.rows.Cells;
import dev.millrace.rows.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rows as a list of maps.
 *
 * @param keys the columns that there are, also where all rows are null
 */
record NaiveRows(List<Row> rows, SortedSet<Integer> keys) {

  /**
   * One row.
   *
   * @param cells what is not null: Double, Long, Boolean or String
   */
  record Row(long id, Map<Integer, Object> cells) {

    Row with(int key, Object value) {
      Map<Integer, Object> changed = new TreeMap<>(cells);
      if (value == null) {
        changed.remove(key);
      } else {
        changed.put(key, value);
      }
      return new Row(id, changed);
    }
  }

  /** The active rows of {@code set}, in their order. */
  static NaiveRows of(RowSet set) {
    SortedSet<Integer> keys = new TreeSet<>();
    for (int i = 0; i < set.batch().columns(); i++) {
      keys.add(set.batch().keyAt(i));
    }
    List<Row> rows = new ArrayList<>();
    for (int position = 0; position < set.size(); position++) {
      int physical = set.row(position);
      Row row = new Row(set.batch().ids().values()[physical], new TreeMap<>());
      for (int key : keys) {
        row = row.with(key, Cells.get(set.batch().column(key), physical));
      }
      rows.add(row);
    }
    return new NaiveRows(rows, keys);
  }

  NaiveRows withRows(List<Row> others) {
    return new NaiveRows(others, keys);
  }
}
