package dev.millrace.server.store.postgres;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Which database, and how to use it.
 *
 * @param url {@code jdbc:postgresql://host:port/database}, with the driver's options if need be
 * @param schema where the tables are; it is made if it is not there. Servers that are to share
 *     their work name the same one
 * @param poolSize connections for writing, and as many for reading; one more listens
 * @param timeout after which a statement, or the wait for a lock or a connection, is given up
 */
public record PostgresSettings(
    String url, String user, String password, String schema, int poolSize, Duration timeout) {

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  public PostgresSettings {
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "the URL of a PostgreSQL database begins with jdbc:postgresql:");
    }
    if (!NAME.matcher(schema).matches()) {
      throw new IllegalArgumentException(
          "a schema's name has small letters, digits and _, at most 63: " + schema);
    }
    // Two bring the schema up to date, and two write batches: one may wait while the other works.
    if (poolSize < 2 || poolSize > 1000) {
      throw new IllegalArgumentException("a pool has 2 to 1000 connections, not " + poolSize);
    }
    if (timeout.toMillis() < 100 || timeout.toHours() > 24) {
      throw new IllegalArgumentException("a timeout is 100 ms to 24 h, not " + timeout);
    }
  }

  public static PostgresSettings of(String url, String user, String password) {
    return new PostgresSettings(url, user, password, "millrace", 4, Duration.ofSeconds(30));
  }

  public PostgresSettings withSchema(String name) {
    return new PostgresSettings(url, user, password, name, poolSize, timeout);
  }

  public PostgresSettings withPoolSize(int size) {
    return new PostgresSettings(url, user, password, schema, size, timeout);
  }

  public PostgresSettings withTimeout(Duration limit) {
    return new PostgresSettings(url, user, password, schema, poolSize, limit);
  }

  /** The URL without its options, which may hold a password. */
  String place() {
    int options = url.indexOf('?');
    return (options < 0 ? url : url.substring(0, options)).substring("jdbc:".length());
  }

  /** No password. */
  @Override
  public String toString() {
    return place() + " schema " + schema;
  }
}
