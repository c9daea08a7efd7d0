package dev.millrace.rows;

/** What the values of a column are. */
public enum ColumnType {
  INT,
  FLOAT,
  BOOL,
  STRING
}
