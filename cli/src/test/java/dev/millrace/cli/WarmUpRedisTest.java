package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.rankd.RankdCli;
import dev.millrace.cli.rankd.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class WarmUpRedisTest {

  @TempDir Path folder;

  @Test
  @Timeout(60)
  void aRequestReadsFromIt() throws IOException {
    var out = new ByteArrayOutputStream();
    int exit;
    try (WarmUpRedis redis = WarmUpRedis.open()) {
      var streams =
          new Streams(
              new ByteArrayInputStream("{\"user_id\":1}".getBytes(UTF_8)),
              out,
              new PrintWriter(Writer.nullWriter()),
              Map.of("MILLRACE_HOME", Path.of("..").toAbsolutePath().normalize().toString()));
      exit =
          RankdCli.run(
              streams,
              "--plan_name",
              "mixed_pipeline",
              "--registry",
              PatientRegistry.in(folder, "dev", redis.address()));
    }

    assertThat(exit).as(out.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8))
        .contains("\"candidates\":[{\"id\":2,\"fields\":{\"score\":1.0,\"country\":\"US\"}}]");
  }
}
