package dev.millrace.stress.server;

import dev.millrace.server.store.postgres.PostgresSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A PostgreSQL that writes what it commits, and can be restarted. Not thread-safe. */
final class EmbeddedDatabase implements AutoCloseable {

  private final Path data;
  private EmbeddedPostgres server;

  private EmbeddedDatabase(Path data, EmbeddedPostgres server) {
    this.data = data;
    this.server = server;
  }

  static EmbeddedDatabase start(Path folder) throws IOException {
    var data = folder.resolve("postgres");
    return new EmbeddedDatabase(data, open(data, 0));
  }

  private static EmbeddedPostgres open(Path data, int port) throws IOException {
    var log = data.resolveSibling("postgres.log").toFile();
    var builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setPGStartupWait(Duration.ofMinutes(2))
            .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log))
            .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log))
            // The library's own are for speed.
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on");
    return (port == 0 ? builder : builder.setPort(port)).start();
  }

  /** All connections are cut; then it is there again, at the same place. */
  void restart() throws IOException {
    int port = server.getPort();
    server.close();
    server = open(data, port);
  }

  PostgresSettings settings() {
    return PostgresSettings.of(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
