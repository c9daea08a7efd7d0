package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.Function;
import org.sqlite.SQLiteConfig;

/**
 * Where the file is and how it is opened. Thread-safe.
 *
 * @param durable whether a commit is on disk when it returns
 */
record SqliteFile(Path path, boolean durable, SqliteDialect dialect) {

  /** Of the file, for each connection; what the operating system caches comes on top. */
  private static final int CACHE_KIB = 32 * 1024;

  /** Of a new file. Twice the default: fewer pages for each commit, and rows fit better. */
  private static final int PAGE_BYTES = 8192;

  /**
   * After how many pages a commit also moves them from the log into the file. Fewer: pages that
   * change again and again are written too often. More: somebody waits longer for it.
   */
  private static final int CHECKPOINT_PAGES = 4000;

  /** How long to wait for another program that looks into the file. */
  private static final int BUSY_MILLIS = 5_000;

  static SqliteFile of(Path path, boolean durable) {
    return new SqliteFile(path, durable, new SqliteDialect(path.toString()));
  }

  static SqliteFile temporary() {
    try {
      return of(Files.createTempDirectory("millrace-").resolve("millrace.db"), false);
    } catch (IOException e) {
      throw new StoreException(
          Kind.UNAVAILABLE, "No temporary folder can be made: " + e.getMessage(), e);
    }
  }

  /** Once all connections are closed. */
  void discardIfTemporary() {
    if (durable) {
      return;
    }
    try (var files = Files.newDirectoryStream(folder())) {
      for (var each : files) {
        Files.delete(each);
      }
      Files.delete(folder());
    } catch (IOException e) {
      throw new StoreException(Kind.UNAVAILABLE, folder() + " was not removed.", e);
    }
  }

  private Path folder() {
    return path.resolveSibling("");
  }

  /** Opens the file, and checks or makes its tables. */
  Connection connect() {
    try {
      var connection = config().createConnection("jdbc:sqlite:" + path.toAbsolutePath());
      boolean sound = false;
      try {
        SqliteSchema.prepare(connection, path.toString());
        setCheckpoints(connection);
        Function.create(
            connection, Occurrence.NAME, new Occurrence(), 2, Function.FLAG_DETERMINISTIC);
        endDriversTransactions(connection);
        sound = true;
        return connection;
      } finally {
        if (!sound) {
          connection.close();
        }
      }
    } catch (SQLException e) {
      throw dialect.fault(e);
    }
  }

  /** Or it would try to begin one with every statement; we say ourselves where they begin. */
  private static void endDriversTransactions(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      var _ = statement.executeUpdate("COMMIT");
    }
  }

  /** Not among the driver's settings. */
  private static void setCheckpoints(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      var _ = statement.execute("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
    }
  }

  private SQLiteConfig config() {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(
        durable ? SQLiteConfig.SynchronousMode.FULL : SQLiteConfig.SynchronousMode.OFF);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    config.setCacheSize(-CACHE_KIB);
    config.setPageSize(PAGE_BYTES);
    config.setBusyTimeout(BUSY_MILLIS);
    // Asked for with every insert otherwise.
    config.setGetGeneratedKeys(false);
    // Elsewhere than on macOS these change nothing; there, a plain sync leaves it to the disk.
    config.setPragma(SQLiteConfig.Pragma.FULL_SYNC, "true");
    return config;
  }
}
