package dev.millrace.server.engine;

import dev.millrace.server.store.Store;
import dev.millrace.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class EngineOnSqliteTest extends EngineContract {

  @TempDir private Path folder;

  @Override
  Store openStore() {
    return SqliteStore.open(folder.resolve("test.db"));
  }
}
