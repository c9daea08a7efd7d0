package dev.millrace.cli.server;

import dev.millrace.server.store.Store;
import dev.millrace.server.store.postgres.PostgresSettings;
import dev.millrace.server.store.postgres.PostgresStore;
import dev.millrace.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens stores by what users write. */
final class Stores {

  private static final String FILE = "millrace.db";

  private Stores() {}

  static Store ephemeral() {
    return SqliteStore.ephemeral();
  }

  /**
   * The store in a folder, which is made if it is not there.
   *
   * @throws IllegalArgumentException if it cannot be, with what to do about it
   */
  static Store file(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (AccessDeniedException e) {
      throw noFolder(folder, "you may not write there", e);
    } catch (IOException e) {
      throw noFolder(folder, String.valueOf(e.getMessage()), e);
    }
    if (!Files.isWritable(folder)) {
      throw noFolder(
          folder, "you may not write there", new UncheckedIOException(new IOException("denied")));
    }
    return SqliteStore.open(folder.resolve(FILE));
  }

  private static IllegalArgumentException noFolder(Path folder, String why, Exception cause) {
    return new IllegalArgumentException(
        "no data can be kept in %s: %s; choose another folder with --data"
            .formatted(folder.toAbsolutePath(), why),
        cause);
  }

  /** A PostgreSQL database that servers share. */
  static Store postgres(String url, String user, String password) {
    return PostgresStore.open(PostgresSettings.of(url, user, password));
  }
}
