package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.WorkflowQuery.Range;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A WHERE clause under construction. Not thread-safe. */
final class Conditions {

  /** Databases take only so many parameters. */
  private static final int MOST = 10_000;

  private final List<String> parts = new ArrayList<>();
  private final List<Object> arguments = new ArrayList<>();

  void add(String condition, Object... values) {
    parts.add(condition);
    arguments.addAll(List.of(values));
  }

  /** Nothing if there are no values. */
  void in(String column, Collection<?> values) {
    if (!values.isEmpty()) {
      add(column + list(values), values.toArray());
    }
  }

  void within(String column, Range range) {
    if (range.from() != Long.MIN_VALUE) {
      add(column + " >= ?", range.from());
    }
    if (range.to() != Long.MAX_VALUE) {
      add(column + " < ?", range.to());
    }
  }

  /** Nothing if there is no text. */
  void text(@Nullable String text, Dialect dialect) {
    if (text != null) {
      add("(" + dialect.occursIn("input") + " OR " + dialect.occursIn("output") + ")", text, text);
    }
  }

  /** There is a row in another table for which these hold. */
  void exists(String table, Conditions of) {
    add("EXISTS (SELECT 1 FROM " + table + of.where() + ")", of.arguments.toArray());
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  static String list(Collection<?> values) {
    if (values.size() > MOST) {
      throw new IllegalArgumentException(
          "a search may name " + MOST + " values of a kind, not " + values.size());
    }
    return " IN (" + String.join(", ", Collections.nCopies(values.size(), "?")) + ")";
  }

  String where() {
    return parts.isEmpty() ? "" : " WHERE " + String.join(" AND ", parts);
  }

  List<Object> arguments() {
    return arguments;
  }
}
