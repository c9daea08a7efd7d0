package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.millrace.plan.io.RedisFault.Kind;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.registry.EndpointSpec;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EndpointClientsTest {

  private static final RedisCommand PING = RedisCommand.of("PING");
  private static final RedisCommand USER = RedisCommand.of("HGETALL", "user:1");

  private final List<String> notices = new ArrayList<>();

  private static EndpointSpec nobodyThere() {
    return RedisServerProcess.endpoint(
        URI.create("redis://127.0.0.1:" + RedisServerProcess.freePort()));
  }

  @Test
  void usesExampleDataWhereNothingIsSetUp() {
    EndpointSpec endpoint = nobodyThere();
    try (EndpointClients clients =
        EndpointClients.openWithExamples(RedisSettings.defaults(), _ -> true, notices::add)) {
      RedisClient client = clients.client(endpoint);

      assertThat(Outcome.of(client, USER).reply())
          .isEqualTo(new Fields(Map.of("name", "Ada", "country", "US")));
      assertThat(clients.client(endpoint)).isSameAs(client);
      assertThat(notices)
          .containsExactly(
              "no Redis at 127.0.0.1:%d: using example data in this process"
                  .formatted(endpoint.address().getPort()));
    }
  }

  @Test
  void usesNoExampleDataForAnAddressThatSomebodyChose() {
    try (EndpointClients clients =
        EndpointClients.openWithExamples(RedisSettings.defaults(), _ -> false, notices::add)) {
      assertThat(Outcome.of(clients.client(nobodyThere()), USER).fault().kind())
          .isEqualTo(Kind.NOT_CONNECTED);
      assertThat(notices).isEmpty();
    }
  }

  @Test
  void usesNoExampleDataIfNotAskedTo() {
    try (EndpointClients clients = EndpointClients.open(RedisSettings.defaults())) {
      assertThat(Outcome.of(clients.client(nobodyThere()), USER).fault().kind())
          .isEqualTo(Kind.NOT_CONNECTED);
    }
  }

  @Test
  void usesTheServerThatListens() {
    try (RedisServerProcess server = RedisServerProcess.start();
        EndpointClients clients =
            EndpointClients.openWithExamples(RedisSettings.defaults(), _ -> true, notices::add)) {
      RedisClient client = clients.client(server.endpoint());

      assertThat(Outcome.of(client, USER).reply()).isEqualTo(new Fields(Map.of()));
      assertThat(notices).isEmpty();
      assertThat(clients.counts().get("ep_0001").commands()).isEqualTo(1);
      assertThat(clients.toString()).contains("ep_0001", "commands=1");
    }
  }

  @Test
  void closesItsClientsAndLeavesNoThread() {
    try (RedisServerProcess server = RedisServerProcess.start()) {
      EndpointClients clients = EndpointClients.open(RedisSettings.defaults());
      RedisClient client = clients.client(server.endpoint());
      assertThat(Outcome.of(client, PING).reply()).isEqualTo(new Text("PONG"));

      clients.close();
      clients.close();

      assertThat(Outcome.of(client, PING).fault().kind()).isEqualTo(Kind.CLOSED);
      assertThatThrownBy(() -> clients.client(server.endpoint()))
          .isInstanceOf(IllegalStateException.class);
      await().until(() -> redisThreads(server.port()).isEmpty());
    }
  }

  private static List<String> redisThreads(int port) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.equals("redis timer") || name.contains("127.0.0.1:" + port))
        .toList();
  }

  @Test
  void refusesEndpointsOfOtherKinds() {
    EndpointSpec redis = nobodyThere();
    EndpointSpec http =
        new EndpointSpec(
            "ep_0002", "http_api", EndpointSpec.Kind.HTTP, redis.address(), redis.policy());
    try (EndpointClients clients = EndpointClients.open(RedisSettings.defaults())) {
      assertThatThrownBy(() -> clients.client(http))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("endpoint ep_0002 is not of Redis");
    }
  }

  @Test
  void refusesSettingsThatMakeNoSense() {
    assertThatThrownBy(() -> RedisSettings.defaults().withConnections(0))
        .hasMessage("connections is 0, must be at least 1");
    assertThatThrownBy(() ->
            EndpointClients.open(RedisSettings.defaults())
                .client(
                    RedisServerProcess.endpoint(
                        URI.create("redis://h"), 0, java.time.Duration.ZERO)))
        .hasMessageContaining("max_inflight is 0");
  }
}
