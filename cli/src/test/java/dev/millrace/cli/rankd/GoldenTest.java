package dev.millrace.cli.rankd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisScript;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every golden case, through the command, on the store in this process and on a real server. */
final class GoldenTest {

  private static final Map<String, RedisServer> SERVERS = new HashMap<>();

  @TempDir static Path folder;

  static Stream<GoldenCase> cases() throws IOException {
    return GoldenCase.all();
  }

  @AfterAll
  static void stopServers() {
    SERVERS.values().forEach(RedisServer::close);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void inProcess(GoldenCase golden) throws IOException {
    InProcessStore store = new InProcessStore();
    store.load(script(golden.seed()));

    check(golden, RankdRun.of(OneStore.source(store), Map.of(), golden.request(), args(golden)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void realRedis(GoldenCase golden) throws IOException {
    List<String> args = new ArrayList<>(List.of(args(golden)));
    args.addAll(List.of("--registry", patientRegistry().toString()));
    args.addAll(List.of("--endpoint", "ep_0001=" + server(golden.seed()).address()));

    check(golden, RankdRun.of(golden.request(), args.toArray(String[]::new)));
  }

  /** All ops keep their promises meanwhile. */
  private static String[] args(GoldenCase golden) {
    List<String> args = new ArrayList<>(golden.args());
    args.add("--check");
    return args.toArray(String[]::new);
  }

  private static void check(GoldenCase golden, RankdRun run) {
    JsonNode answer = run.json();
    if (golden.refused()) {
      assertThat(run.exit()).as(run.out()).isNotZero();
      assertThat(answer.path("error").isString()).isTrue();
      assertThat(answer.path("code").isString()).isTrue();
      assertThat(run.err()).startsWith("Error: ");
      for (String word : golden.named()) {
        assertThat(run.out() + run.err()).as(golden.message()).contains(word);
      }
    } else {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      SameJson.check(JsonMapper.shared().readTree(golden.stdout()), answer);
    }
  }

  private static RedisScript script(String seed) throws IOException {
    try (InputStream in =
        GoldenTest.class.getResourceAsStream("golden/seed_%s.redis".formatted(seed))) {
      return RedisScript.parse(new String(in.readAllBytes(), UTF_8));
    }
  }

  private static RedisServer server(String seed) throws IOException {
    RedisServer known = SERVERS.get(seed);
    if (known == null) {
      known = RedisServer.start();
      known.load(script(seed));
      SERVERS.put(seed, known);
    }
    return known;
  }

  /** Endpoints that wait as long as a machine under load may need. */
  private static Path patientRegistry() throws IOException {
    return Files.writeString(
            folder.resolve("endpoints.dev.toml"),
            """
            schema_version = 1
            [[endpoint]]
            endpoint_id = "ep_0001"
            name = "redis_default"
            kind = "redis"
            address = "redis://127.0.0.1:1"
            policy = { connect_timeout_ms = 30000, request_timeout_ms = 30000 }
            [[endpoint]]
            endpoint_id = "ep_0002"
            name = "http_api"
            kind = "http"
            address = "http://127.0.0.1:1"
            """)
        .getParent();
  }
}
