package dev.millrace.server.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes a value of the row that a result stands at. */
@FunctionalInterface
public interface RowReader<T> {

  T read(ResultSet row) throws SQLException;
}
