package dev.millrace.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** One server on a file for all tests of a class. It must not have had anything to complain of. */
abstract class ServerTest {

  static RunningServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = RunningServer.onSqlite(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
    assertThat(server.faults).isEmpty();
  }
}
