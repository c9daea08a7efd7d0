package dev.millrace.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RedisBenchmarkTest {

  @TempDir private Path folder;

  @Test
  void readsTheRateWithAndWithoutAHead() throws IOException {
    assertThat(RedisBenchmark.parse("\"HGETALL user:__rand_int__\",\"123456.78\"\n"))
        .isEqualTo(123456.78);
    assertThat(
            RedisBenchmark.parse(
                """
                "test","rps","avg_latency_ms"
                "HGETALL user:__rand_int__","50000.00","0.5"
                """))
        .isEqualTo(50_000);
  }

  @Test
  void saysWhatWasPrintedInsteadOfARate() {
    assertThatThrownBy(() -> RedisBenchmark.parse("Could not connect"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Could not connect");
  }

  @Test
  void findsAndRunsTheToolOnThePath() throws Exception {
    script("echo '\"x\",\"42.00\"'");

    RedisBenchmark tool =
        RedisBenchmark.find("/nonexistent" + File.pathSeparator + folder).orElseThrow();

    assertThat(tool.commandsPerSecond(6379, 10)).isEqualTo(42);
  }

  @Test
  void failsIfTheToolFails() throws Exception {
    script("echo no server; exit 1");

    RedisBenchmark tool = RedisBenchmark.find(folder.toString()).orElseThrow();

    assertThatThrownBy(() -> tool.commandsPerSecond(6379, 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no server");
  }

  @Test
  void isNotThereIfItIsNotOnThePath() {
    assertThat(RedisBenchmark.find(folder.toString())).isEmpty();
    assertThat(RedisBenchmark.find("")).isEmpty();
  }

  private void script(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("redis-benchmark"), "#!/bin/sh\n" + text + "\n");
    var _ = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
