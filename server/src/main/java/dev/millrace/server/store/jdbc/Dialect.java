package dev.millrace.server.store.jdbc;

import dev.millrace.server.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where the databases differ. Thread-safe. */
public interface Dialect {

  /** A value of a statement that stands for an id. */
  Object id(UUID id);

  @Nullable UUID id(ResultSet row, int column) throws SQLException;

  /** A text as it can be stored. */
  String text(String text);

  /** A text, or null; the fastest way that the driver has. */
  @Nullable String text(ResultSet row, int column) throws SQLException;

  /** A condition: the text that one parameter names occurs in this column, letter case aside. */
  String occursIn(String column);

  /** What a failure means that happened outside of a commit. */
  StoreException fault(SQLException e);
}
