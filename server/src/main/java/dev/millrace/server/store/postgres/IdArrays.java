package dev.millrace.server.store.postgres;

import dev.millrace.server.store.jdbc.Session;
import java.sql.Array;
import java.sql.SQLException;
import java.util.Collection;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Ids as one parameter; the driver knows what they are only if it is told. */
record IdArrays(Session session) {

  <T> Array of(Collection<T> rows, Function<? super T, @Nullable UUID> column) {
    var ids = new @Nullable Object[rows.size()];
    int next = 0;
    for (var row : rows) {
      ids[next++] = column.apply(row);
    }
    try {
      return session.connection().createArrayOf("uuid", ids);
    } catch (SQLException e) {
      throw session.failed(e);
    }
  }
}
