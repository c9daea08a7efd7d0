package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.EndpointSpec;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;

/**
 * Jedis is shipped without the libraries that it asks for, see docs/adr/0004. A process that has
 * only Jedis must be able to do what the client does with it, also when that fails.
 */
final class JedisAloneTest {

  /** What the other process runs: one PING for each address. */
  static final class Probe {
    private Probe() {}

    public static void main(String[] addresses) {
      for (String address : addresses) {
        EndpointSpec endpoint = RedisServerProcess.endpoint(URI.create(address));
        try (EndpointClients clients = EndpointClients.open(RedisSettings.defaults())) {
          RedisClient client = clients.client(endpoint);
          System.out.println(Outcome.of(client, RedisCommand.of("PING")).summary());
        }
      }
    }
  }

  @Test
  void needsNothingElseToRun() throws Exception {
    try (RedisServerProcess open = RedisServerProcess.start();
        RedisServerProcess locked = RedisServerProcess.start("--requirepass", "sesame")) {
      List<String> lines =
          probe(
              open.address().toString(),
              open.address() + "/1",
              "redis://:sesame@127.0.0.1:" + locked.port(),
              "redis://:wrong@127.0.0.1:" + locked.port(),
              locked.address().toString(),
              open.address() + "/99",
              "redis://127.0.0.1:" + RedisServerProcess.freePort(),
              "redis-cluster://127.0.0.1:" + open.port());

      assertThat(lines).hasSize(8);
      assertThat(lines.subList(0, 3)).containsOnly("[Text[value=PONG]]");
      assertThat(lines.subList(3, 8)).allMatch(line -> line.startsWith("NOT_CONNECTED"));
      assertThat(lines.get(3)).contains("WRONGPASS");
      assertThat(lines.get(4)).contains("NOAUTH");
      assertThat(lines.get(5)).contains("DB index is out of range");
      assertThat(lines.get(6)).contains("Connection refused");
      assertThat(lines.get(7)).contains("cluster support disabled");
    }
  }

  private static List<String> probe(String... addresses) throws Exception {
    String classPath =
        Stream.of(PipelinedClient.class, Probe.class, Connection.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-cp",
                            classPath,
                            Probe.class.getName()),
                        Stream.of(addresses))
                    .toList())
            .redirectErrorStream(true)
            .start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as("output %s", lines).isZero();
    return lines;
  }
}
