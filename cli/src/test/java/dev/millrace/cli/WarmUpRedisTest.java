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
import java.nio.file.Files;
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
              streams, "--plan_name", "mixed_pipeline", "--registry", registry(redis.address()));
    }

    assertThat(exit).as(out.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8))
        .contains("\"candidates\":[{\"id\":2,\"fields\":{\"score\":1.0,\"country\":\"US\"}}]");
  }

  /** With an endpoint that waits as long as a machine under load may need. */
  private String registry(String address) throws IOException {
    return Files.writeString(
            folder.resolve("endpoints.dev.toml"),
            """
            schema_version = 1
            [[endpoint]]
            endpoint_id = "ep_0001"
            name = "redis_default"
            kind = "redis"
            address = "%s"
            policy = { connect_timeout_ms = 30000, request_timeout_ms = 30000 }
            [[endpoint]]
            endpoint_id = "ep_0002"
            name = "http_api"
            kind = "http"
            address = "http://127.0.0.1:1"
            """
                .formatted(address))
        .getParent()
        .toString();
  }
}
