package dev.millrace.server.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that go to the database in one trip, for drivers that can do so. If one fails, those
 * after it are not run. Not thread-safe.
 */
public final class Together {

  private final Session session;
  private final List<String> texts = new ArrayList<>();
  private final List<@Nullable Object> arguments = new ArrayList<>();
  private final List<@Nullable RowReader<?>> readers = new ArrayList<>();

  Together(Session session) {
    this.session = session;
  }

  /** A query; the reader is called for each of its rows. */
  public Together query(String sql, RowReader<?> reader, @Nullable Object... values) {
    return add(sql, reader, values);
  }

  /** A statement of which nobody wants an answer. */
  public Together update(String sql, @Nullable Object... values) {
    return add(sql, null, values);
  }

  private Together add(String sql, @Nullable RowReader<?> reader, @Nullable Object... values) {
    texts.add(sql);
    readers.add(reader);
    for (var value : values) {
      arguments.add(value);
    }
    return this;
  }

  boolean isEmpty() {
    return texts.isEmpty();
  }

  public void send() {
    try {
      execute();
    } catch (SQLException e) {
      throw session.failed(e);
    }
  }

  /** Runs them; afterwards this is empty. */
  void execute() throws SQLException {
    var statement = session.bound(String.join(";\n", texts), arguments.toArray());
    var takers = new ArrayList<>(readers);
    texts.clear();
    arguments.clear();
    readers.clear();
    boolean rows = statement.execute();
    for (var taker : takers) {
      if (rows && taker != null) {
        try (var row = statement.getResultSet()) {
          while (row.next()) {
            var _ = taker.read(row);
          }
        }
      }
      rows = statement.getMoreResults();
    }
  }
}
