package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The right to use a file: a lock of the operating system on a file beside it, which ends with the
 * process however that ends. Not on the file itself, because closing any handle of it would end
 * SQLite's own locks. Thread-safe.
 */
final class FileOwner implements AutoCloseable {

  private final FileChannel channel;

  private FileOwner(FileChannel channel) {
    this.channel = channel;
  }

  /** Makes the folder if it is not there. */
  static FileOwner of(Path file) {
    var beside = file.resolveSibling(file.getFileName() + ".lock");
    try {
      var folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      return locked(file, beside);
    } catch (IOException e) {
      throw new StoreException(
          Kind.UNAVAILABLE, beside + " cannot be written: " + e.getMessage(), e);
    }
  }

  private static FileOwner locked(Path file, Path beside) throws IOException {
    var channel = FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean ours = false;
    try {
      ours = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      throw inUse(file, e);
    } finally {
      if (!ours) {
        channel.close();
      }
    }
    if (!ours) {
      throw inUse(file, null);
    }
    return new FileOwner(channel);
  }

  private static StoreException inUse(Path file, @Nullable Throwable cause) {
    return new StoreException(
        Kind.UNAVAILABLE,
        "Another server uses " + file + ". Stop it, or name another data directory.",
        cause);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreException(Kind.UNAVAILABLE, "The lock was not given back.", e);
    }
  }
}
