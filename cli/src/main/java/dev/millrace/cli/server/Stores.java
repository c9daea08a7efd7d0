package dev.millrace.cli.server;

import dev.millrace.server.store.Store;
import dev.millrace.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens stores by what users write. */
final class Stores {

  private Stores() {}

  static Store ephemeral() {
    return SqliteStore.ephemeral();
  }

  /**
   * The store in a file, whose folder is made if it is not there.
   *
   * @throws IllegalArgumentException if it cannot be, with what to do about it
   */
  static Store file(Path file) {
    var folder = file.toAbsolutePath().resolveSibling("");
    try {
      Files.createDirectories(folder);
    } catch (AccessDeniedException e) {
      throw noFolder(folder, "you may not write there", e);
    } catch (FileAlreadyExistsException e) {
      throw noFolder(folder, e.getFile() + " is no folder", e);
    } catch (NoSuchFileException e) {
      throw noFolder(folder, "a folder cannot be made there", e);
    } catch (IOException e) {
      throw noFolder(folder, String.valueOf(e.getMessage()), e);
    }
    if (!Files.isWritable(folder)) {
      throw noFolder(folder, "you may not write there", null);
    }
    return SqliteStore.open(file);
  }

  private static IllegalArgumentException noFolder(
      Path folder, String why, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "no data can be kept in %s: %s; choose another folder with --data".formatted(folder, why),
        cause);
  }
}
