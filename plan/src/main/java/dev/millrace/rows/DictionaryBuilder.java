package dev.millrace.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives each distinct string a code, in the order of first appearance. Not thread-safe. */
final class DictionaryBuilder {

  private final Map<String, Integer> codes = new HashMap<>();
  private final List<String> entries = new ArrayList<>();

  DictionaryBuilder() {}

  /** Whose first codes are those of {@code start}. */
  DictionaryBuilder(Dictionary start) {
    for (String entry : start.entries()) {
      codes.putIfAbsent(entry, entries.size());
      entries.add(entry);
    }
  }

  /** The code of {@code entry}, a new one if it has none yet. */
  int code(String entry) {
    Integer known = codes.putIfAbsent(entry, entries.size());
    if (known != null) {
      return known;
    }
    entries.add(entry);
    return entries.size() - 1;
  }

  Dictionary build() {
    return new Dictionary(entries);
  }
}
