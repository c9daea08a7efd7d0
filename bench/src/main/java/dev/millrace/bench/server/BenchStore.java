package dev.millrace.bench.server;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Where a measured server keeps its tasks. Made for one server, gone when closed. */
sealed interface BenchStore extends AutoCloseable permits FileBenchStore, PostgresBenchStore {

  /** Settings for {@link BenchedServer}. */
  List<String> flags();

  /** The same, for what should not be seen on a command line. */
  Map<String, String> environment();

  /** Of all processes of the database; 0 if there are none, or they are elsewhere. */
  long databaseCpuNanos();

  /** What it takes on disk. */
  long bytes() throws IOException;

  /** Waits until what was written is on the disk, so that it is not paid for by what follows. */
  void settle() throws IOException;

  @Override
  void close();
}
