package dev.millrace.server.conformance;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class ConformanceOnSqliteTest extends ConformanceContract {

  @TempDir private static Path folder;

  @Override
  RunningServer open() {
    return RunningServer.onSqlite(folder);
  }
}
