package dev.millrace.server.store.postgres;

import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import dev.millrace.server.store.jdbc.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's ids and errors. Thread-safe. */
final class PostgresDialect implements Dialect {

  private static final String DUPLICATE = "23505";

  /** Two transactions were in each other's way; one was taken back and may be tried again. */
  private static final Set<String> CONFLICT = Set.of("40001", "40P01");

  /** Connection, resources, operator: what may be better later. */
  private static final Set<String> PASSING = Set.of("08", "53", "57", "58");

  /** The wait for a lock took too long; idle for too long; read-only, as after a switch-over. */
  private static final Set<String> PASSING_TOO = Set.of("55P03", "25P03", "25P04", "25006");

  private final String place;

  PostgresDialect(String place) {
    this.place = place;
  }

  @Override
  public Object id(UUID id) {
    return id;
  }

  @Override
  public @Nullable UUID id(ResultSet row, int column) throws SQLException {
    return row.getObject(column, UUID.class);
  }

  @Override
  public @Nullable String text(ResultSet row, int column) throws SQLException {
    return row.getString(column);
  }

  /** PostgreSQL has no character 0. */
  @Override
  public String text(String text) {
    return text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
  }

  @Override
  public String occursIn(String column) {
    return "position(lower(?::text) IN lower(convert_from(" + column + ", 'UTF8'))) > 0";
  }

  @Override
  public StoreException fault(SQLException e) {
    var state = state(e);
    if (state.equals(DUPLICATE)) {
      return new StoreException(
          Kind.DUPLICATE, "An id or key is there already: " + e.getMessage(), e);
    }
    if (CONFLICT.contains(state)) {
      return new StoreException(
          Kind.UNAVAILABLE, "Other servers were in the way too often: " + e.getMessage(), e);
    }
    if (state.isEmpty() || PASSING.contains(state.substring(0, 2)) || PASSING_TOO.contains(state)) {
      return new StoreException(
          Kind.UNAVAILABLE, place + " does not answer as it should: " + reason(e), e);
    }
    return new StoreException(Kind.UNUSABLE, place + " cannot be used: " + e.getMessage(), e);
  }

  /** The pool says only that it has no connection; why is in its cause. */
  private static @Nullable String reason(SQLException e) {
    return e.getCause() instanceof SQLException cause ? cause.getMessage() : e.getMessage();
  }

  /** Without an answer to the commit, nobody knows. */
  StoreException commitFault(SQLException e) {
    var state = state(e);
    return lost(state)
        ? new StoreException(
            Kind.UNKNOWN, place + " was lost while it committed: " + e.getMessage(), e)
        : fault(e);
  }

  static boolean conflict(StoreException e) {
    return e.getCause() instanceof SQLException cause && CONFLICT.contains(state(cause));
  }

  /** Whether the connection is gone. */
  static boolean lost(StoreException e) {
    return e.getCause() instanceof SQLException cause && lost(state(cause));
  }

  private static boolean lost(String state) {
    return state.isEmpty() || state.startsWith("08") || state.startsWith("57P");
  }

  private static String state(SQLException e) {
    var state = e.getSQLState();
    return state == null ? "" : state;
  }
}
