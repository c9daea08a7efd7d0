package dev.millrace.bench.server;

import dev.millrace.bench.report.Progress;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What sections work with.
 *
 * @param reference the URL of a server to compare with; null if there is none
 * @param sdk where the official client is; see {@link SdkSection}
 */
record Site(
    ServerBenchOptions options,
    Progress progress,
    Stores stores,
    @Nullable String reference,
    Path sdk) {

  /** The kind of store that servers get. */
  sealed interface Stores {
    /** SQLite files in a folder. */
    record Files(Path folder) implements Stores {}

    /** Schemas in a database. */
    record Postgres(Database database) implements Stores {}
  }

  /** Goals differ: a database on the same machine has to be paid for as well. */
  boolean isEmbedded() {
    return stores instanceof Stores.Files;
  }

  /** A fresh server on an empty store. */
  ServerProcess server() throws IOException {
    return ServerProcess.start(
        switch (stores) {
          case Stores.Files(Path folder) -> FileBenchStore.in(folder);
          case Stores.Postgres(Database database) -> PostgresBenchStore.in(database);
        });
  }
}
