package dev.millrace.server.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A real PostgreSQL, started once for all tests; it ends with the JVM. Thread-safe. */
public final class TestDatabase {

  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private TestDatabase() {}

  private static final class Started {
    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder().start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A schema that nobody else has. */
  public static PostgresSettings fresh() {
    return PostgresSettings.of(
            Started.SERVER.getJdbcUrl("postgres", "postgres"), "postgres", "postgres")
        .withSchema("test_" + SCHEMAS.incrementAndGet());
  }

  static void run(PostgresSettings settings, String sql) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      var _ = statement.execute("SET search_path TO " + settings.schema());
      var _ = statement.execute(sql);
    }
  }

  /** A transaction that has begun with a statement, and holds what that locked. */
  public static Connection holding(PostgresSettings settings, String sql) throws SQLException {
    var connection = connect();
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      var _ = statement.execute("SET search_path TO " + settings.schema());
      var _ = statement.execute(sql);
    }
    return connection;
  }

  /** Returns once somebody waits for a lock. */
  public static void awaitWaiter() {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(TestDatabase::somebodyWaits);
  }

  private static boolean somebodyWaits() throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT count(*) FROM pg_locks WHERE NOT granted")) {
      return row.next() && row.getInt(1) > 0;
    }
  }

  static Connection connect() throws SQLException {
    return Started.SERVER.getPostgresDatabase().getConnection();
  }
}
