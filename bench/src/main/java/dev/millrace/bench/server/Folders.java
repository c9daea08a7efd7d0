package dev.millrace.bench.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders with data, on a disk that others write to as well. */
final class Folders {

  private Folders() {}

  /** Waits until everything that was written on this machine is on its disks. */
  static void sync() throws IOException {
    Process sync = new ProcessBuilder("sync").inheritIO().start();
    try {
      if (sync.waitFor() != 0) {
        throw new IOException("sync failed: " + sync.exitValue());
      }
    } catch (InterruptedException e) {
      sync.destroy();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the disk was written");
    }
  }

  /** For data that nobody needs any more. */
  static void remove(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        boolean _ = Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }
}
