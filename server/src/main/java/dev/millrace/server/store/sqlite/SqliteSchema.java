package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables of a file, and the steps from each version of them to the next: {@code V1.sql} and so
 * on, each run once, in one transaction with the file's new version. A step that was published is
 * never changed.
 */
final class SqliteSchema {

  /** The newest version. */
  static final int VERSION = 1;

  /** "Mill", in the header of our files. */
  private static final int APPLICATION = 0x4D696C6C;

  private SqliteSchema() {}

  /** Makes the tables what they have to be, unless it is not our file. */
  static void prepare(Connection connection, String file) throws SQLException {
    try (var statement = connection.createStatement()) {
      int version = number(statement, "PRAGMA user_version");
      boolean empty = number(statement, "SELECT count(*) FROM sqlite_master") == 0;
      if (!empty && number(statement, "PRAGMA application_id") != APPLICATION) {
        throw new StoreException(Kind.UNUSABLE, file + " is not a file of Millrace's.", null);
      }
      if (version > VERSION) {
        throw new StoreException(
            Kind.UNUSABLE,
            "%s was written by a newer Millrace: it has schema %d, and this one knows those up to %d. Start the newer one."
                .formatted(file, version, VERSION),
            null);
      }
      for (int next = version + 1; next <= VERSION; next++) {
        apply(statement, next);
      }
    }
  }

  private static void apply(Statement statement, int version) throws SQLException {
    for (var sql :
        List.of(
            "BEGIN IMMEDIATE",
            script(version),
            "PRAGMA application_id = " + APPLICATION,
            "PRAGMA user_version = " + version,
            "COMMIT")) {
      var _ = statement.executeUpdate(sql);
    }
  }

  private static String script(int version) {
    var name = "V" + version + ".sql";
    try (var script = SqliteSchema.class.getResourceAsStream(name)) {
      if (script == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (var row = statement.executeQuery(sql)) {
      return row.next() ? row.getInt(1) : 0;
    }
  }
}
