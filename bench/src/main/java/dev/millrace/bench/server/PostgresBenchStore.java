package dev.millrace.bench.server;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A schema of its own in a PostgreSQL database; it is dropped afterwards. */
final class PostgresBenchStore implements BenchStore {

  private final Database database;
  private final String schema;
  private final Optional<ProcessHandle> postmaster;

  private PostgresBenchStore(Database database, String schema, Optional<ProcessHandle> postmaster) {
    this.database = database;
    this.schema = schema;
    this.postmaster = postmaster;
  }

  static PostgresBenchStore in(Database database) throws IOException {
    String schema = "millrace_bench_" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
    try (Connection connection = database.connect();
        var statement = connection.createStatement();
        var backend = statement.executeQuery("SELECT pg_backend_pid()")) {
      boolean _ = backend.next();
      Optional<ProcessHandle> postmaster =
          database.isHere()
              ? ProcessHandle.of(backend.getLong(1)).flatMap(ProcessHandle::parent)
              : Optional.empty();
      return new PostgresBenchStore(database, schema, postmaster);
    } catch (SQLException e) {
      throw new IOException("cannot use " + database + ": " + e.getMessage(), e);
    }
  }

  @Override
  public List<String> flags() {
    return List.of(
        "--store-url=" + database.url(),
        "--store-user=" + database.user(),
        "--store-schema=" + schema);
  }

  @Override
  public Map<String, String> environment() {
    return Map.of("MILLRACE_STORE_PASSWORD", database.password());
  }

  @Override
  public long databaseCpuNanos() {
    return postmaster
        .map(parent ->
            Stream.concat(Stream.of(parent), parent.descendants())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToLong(Duration::toNanos)
                .sum())
        .orElse(0L);
  }

  @Override
  public long bytes() throws IOException {
    String sql =
        "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c"
            + " JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relkind = 'r' AND n.nspname = ?";
    try (Connection connection = database.connect();
        var statement = connection.prepareStatement(sql)) {
      statement.setString(1, schema);
      try (var result = statement.executeQuery()) {
        return result.next() ? result.getLong(1) : 0;
      }
    } catch (SQLException e) {
      throw new IOException("cannot ask " + database + " for sizes: " + e.getMessage(), e);
    }
  }

  @Override
  public void settle() throws IOException {
    try (Connection connection = database.connect();
        var statement = connection.createStatement()) {
      boolean _ = statement.execute("CHECKPOINT");
    } catch (SQLException e) {
      throw new IOException("cannot checkpoint " + database + ": " + e.getMessage(), e);
    }
    if (database.isHere()) {
      Folders.sync();
    }
  }

  @Override
  public void close() {
    try (Connection connection = database.connect();
        var statement = connection.createStatement()) {
      boolean _ = statement.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
    } catch (SQLException e) {
      throw new IllegalStateException("cannot drop the schema " + schema + " again", e);
    }
  }
}
