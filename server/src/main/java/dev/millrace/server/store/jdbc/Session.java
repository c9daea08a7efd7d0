package dev.millrace.server.store.jdbc;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.server.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A connection with its statements, which stay open as long as it does. Remembers the first failure
 * of a transaction, so that nobody commits the rest of it. Not thread-safe.
 */
public final class Session {

  private final Connection connection;
  private final Dialect dialect;

  /** By their text; only texts that are constants, or have few forms, come here. */
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  /** What is to be sent with the next that must be answered. */
  private final Together waiting = new Together(this);

  private @Nullable StoreException failure;

  public Session(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  public Connection connection() {
    return connection;
  }

  Dialect dialect() {
    return dialect;
  }

  /** Forgets what happened in the last transaction. */
  public void begin() {
    failure = null;
  }

  /** Throws what has failed since {@link #begin}. */
  public void ensureSound() {
    if (failure != null) {
      throw failure;
    }
  }

  /** An open statement with this text, to be run next: what waits is sent before. */
  public PreparedStatement statement(String sql) throws SQLException {
    sendWaiting();
    return open(sql);
  }

  private PreparedStatement open(String sql) throws SQLException {
    var statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    return statement;
  }

  /** Several statements in one trip. */
  public Together together() {
    sendWaiting();
    return new Together(this);
  }

  /** Runs a statement at the latest before the next one or the commit, in one trip with others. */
  public void later(String sql, @Nullable Object... arguments) {
    var _ = waiting.update(sql, arguments);
  }

  private void sendWaiting() {
    if (!waiting.isEmpty()) {
      waiting.send();
    }
  }

  /** Commits, in one trip with what still waits. */
  public void commit() throws SQLException {
    if (!waiting.isEmpty()) {
      waiting.update("COMMIT").execute();
    }
    connection.commit();
  }

  public <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... arguments) {
    try {
      return rows(bound(statement(sql), arguments), reader);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Like {@link #list}, for a text that will hardly come again. */
  public <T> List<T> listOnce(String sql, RowReader<T> reader, List<Object> arguments) {
    sendWaiting();
    try (var statement = connection.prepareStatement(sql)) {
      return rows(bound(statement, arguments.toArray()), reader);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** The first row, or null if there is none. */
  public <T> @Nullable T first(String sql, RowReader<T> reader, @Nullable Object... arguments) {
    var rows = list(sql, reader, arguments);
    return rows.isEmpty() ? null : rows.getFirst();
  }

  /** How many rows it changed. */
  @CanIgnoreReturnValue
  public int update(String sql, @Nullable Object... arguments) {
    try {
      return bound(statement(sql), arguments).executeUpdate();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Runs one statement for all of these arguments. */
  public void updateAll(String sql, List<@Nullable Object[]> all) {
    if (all.isEmpty()) {
      return;
    }
    try {
      var statement = statement(sql);
      for (var arguments : all) {
        bound(statement, arguments).addBatch();
      }
      var _ = statement.executeBatch();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** What is to be thrown when a statement has failed. */
  public StoreException failed(SQLException e) {
    var fault = dialect.fault(e);
    if (failure == null) {
      failure = fault;
    }
    return fault;
  }

  PreparedStatement bound(String sql, @Nullable Object... arguments) throws SQLException {
    return bound(open(sql), arguments);
  }

  private static <T> List<T> rows(PreparedStatement statement, RowReader<T> reader)
      throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      var rows = new ArrayList<T>();
      while (row.next()) {
        rows.add(reader.read(row));
      }
      return rows;
    }
  }

  private PreparedStatement bound(PreparedStatement statement, @Nullable Object... arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, value(arguments[i]));
    }
    return statement;
  }

  private @Nullable Object value(@Nullable Object argument) {
    return switch (argument) {
      case UUID id -> dialect.id(id);
      case String text -> dialect.text(text);
      case null -> null;
      default -> argument;
    };
  }
}
