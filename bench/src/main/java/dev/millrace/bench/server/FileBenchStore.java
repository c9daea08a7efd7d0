package dev.millrace.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * SQLite, in a folder that is removed afterwards. The server writes as durably as it always does.
 */
final class FileBenchStore implements BenchStore {

  private final Path folder;

  private FileBenchStore(Path folder) {
    this.folder = folder;
  }

  static FileBenchStore in(Path parent) throws IOException {
    return new FileBenchStore(Files.createTempDirectory(parent, "millrace-bench-"));
  }

  @Override
  public List<String> flags() {
    return List.of("--store-url=file:" + folder.resolve("tasks.db"));
  }

  @Override
  public Map<String, String> environment() {
    return Map.of();
  }

  @Override
  public long databaseCpuNanos() {
    return 0;
  }

  @Override
  public long bytes() throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        sum += Files.size(file);
      }
    }
    return sum;
  }

  @Override
  public void settle() throws IOException {
    Folders.sync();
  }

  @Override
  public void close() {
    Folders.remove(folder);
  }
}
