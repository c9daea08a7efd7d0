package dev.millrace.rows;

import java.util.List;

/** The distinct strings of a column, in the order of their first appearance. Immutable. */
public record Dictionary(List<String> entries) {

  public static final Dictionary EMPTY = new Dictionary(List.of());

  public Dictionary {
    entries = List.copyOf(entries);
  }

  public int size() {
    return entries.size();
  }

  public String get(int code) {
    return entries.get(code);
  }
}
