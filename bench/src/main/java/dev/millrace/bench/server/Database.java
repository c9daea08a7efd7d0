package dev.millrace.bench.server;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/**
 * A PostgreSQL database that may be filled and emptied.
 *
 * @param url {@code jdbc:postgresql://host:port/database}
 */
record Database(String url, String user, String password) {

  private static final String JDBC = "jdbc:";
  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

  Database {
    url = url.startsWith(JDBC) ? url : JDBC + url;
    if (!url.startsWith("jdbc:postgresql://")) {
      throw new IllegalArgumentException(
          "the URL of a database is like jdbc:postgresql://localhost:5432/postgres, not " + url);
    }
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  /** On this machine, so that its processes can be seen. */
  boolean isHere() {
    String host = URI.create(url.substring(JDBC.length())).getHost();
    return host != null && HERE.contains(host);
  }

  /** No password, nor options, which may hold one. */
  @Override
  public String toString() {
    int options = url.indexOf('?');
    return options < 0 ? url : url.substring(0, options);
  }
}
