package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.jdbc.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the file, which is opened when it is needed, and opened anew when a transaction
 * could not be taken back. Not thread-safe.
 */
final class SqliteLink implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(SqliteLink.class.getName());

  private final SqliteFile file;
  private @Nullable Session session;

  SqliteLink(SqliteFile file) {
    this.file = file;
  }

  /** Runs one transaction. If the work fails, nothing has happened. */
  <T> T transact(String begin, Function<? super Session, ? extends T> work) {
    var session = session();
    session.begin();
    session.update(begin);
    boolean done = false;
    try {
      T result = work.apply(session);
      session.ensureSound();
      commit(session);
      done = true;
      return result;
    } finally {
      if (!done) {
        rollBack(session);
      }
    }
  }

  private void commit(Session session) {
    try {
      var _ = session.statement("COMMIT").executeUpdate();
    } catch (SQLException e) {
      throw file.dialect().commitFault(e);
    }
  }

  /** SQLite may have done it by itself, after a failure of the disk. Closing does it always. */
  private void rollBack(Session session) {
    try {
      var _ = session.statement("ROLLBACK").executeUpdate();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "The connection is opened anew", e);
      close();
    }
  }

  private Session session() {
    var open = session;
    if (open == null) {
      open = new Session(file.connect(), file.dialect());
      session = open;
    }
    return open;
  }

  @Override
  public void close() {
    var open = session;
    session = null;
    if (open != null) {
      close(open.connection());
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.WARNING, "A connection to the data file was not closed", e);
    }
  }
}
