package dev.millrace.plan.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisAddressTest {

  private static RedisAddress parse(String text) {
    return RedisAddress.parse(URI.create(text));
  }

  @Test
  void readsHostAndPort() {
    assertThat(parse("redis://127.0.0.1:7000"))
        .isEqualTo(
            new RedisAddress(
                List.of(new NodeAddress("127.0.0.1", 7000)), false, false, null, null, 0));
    assertThat(parse("redis://cache.example").nodes())
        .containsExactly(new NodeAddress("cache.example", 6379));
    assertThat(parse("redis://[::1]:7000").nodes()).containsExactly(new NodeAddress("::1", 7000));
    assertThat(parse("redis://[::1]").nodes()).containsExactly(new NodeAddress("::1", 6379));
  }

  @Test
  void readsLoginAndDatabase() {
    RedisAddress address = parse("redis://ada:p%40ss+w:rd@h:1/3");

    assertThat(address.user()).isEqualTo("ada");
    assertThat(address.password()).isEqualTo("p@ss+w:rd");
    assertThat(address.database()).isEqualTo(3);
    assertThat(parse("redis://:secret@h").user()).isNull();
    assertThat(parse("redis://:secret@h").password()).isEqualTo("secret");
  }

  @Test
  void readsTlsAndClusters() {
    assertThat(parse("rediss://h").tls()).isTrue();
    assertThat(parse("redis-cluster://a:1,b:2").nodes())
        .containsExactly(new NodeAddress("a", 1), new NodeAddress("b", 2));
    assertThat(parse("redis-cluster://a:1").cluster()).isTrue();
    assertThat(parse("rediss-cluster://a:1").tls()).isTrue();
  }

  @Test
  void doesNotShowThePassword() {
    assertThat(parse("rediss://ada:secret@h:1/3")).hasToString("h:1/3 (TLS)");
    assertThat(parse("redis://[::1]:7000")).hasToString("[::1]:7000");
    assertThatThrownBy(() -> parse("redis://ada:secret@h:99999"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("port 99999 is not within 1..65535")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "http://h, the scheme must be redis",
    "redisx://h, the scheme must be redis",
    "redis:///0, no host",
    "redis://h:0, port 0 is not within",
    "redis://h:port, is no port",
    "redis://h/x, is no database number",
    "redis://h/-1, is no database number",
    "redis-cluster://h/1, a cluster has only database 0"
  })
  void refusesWhatItDoesNotUnderstand(String address, String reason) {
    assertThatThrownBy(() -> parse(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://a:1,b:2", "redis://a,b"})
  void refusesSeveralNodesOfWhatIsNoCluster(String address) {
    assertThatThrownBy(() -> parse(address)).hasMessageContaining("redis-cluster");
  }
}
