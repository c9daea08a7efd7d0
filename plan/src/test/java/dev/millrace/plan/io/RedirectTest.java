package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.plan.registry.NodeAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedirectTest {

  private static final Link FROM =
      new Link(
          new Node(
              new NodeAddress("::1", 7000),
              new CircuitBreaker(1, new Backoff(Duration.ZERO, Duration.ZERO, () -> 0))),
          0);

  @Test
  void readsWhereAKeyHasGone() {
    assertThat(Redirect.parse("MOVED 3999 127.0.0.1:6381", FROM))
        .isEqualTo(new Redirect(false, 3999, new NodeAddress("127.0.0.1", 6381)));
    assertThat(Redirect.parse("ASK 0 host.example:1", FROM))
        .isEqualTo(new Redirect(true, 0, new NodeAddress("host.example", 1)));
    assertThat(Redirect.parse("MOVED 1 2001:db8::1:6381", FROM))
        .isEqualTo(new Redirect(false, 1, new NodeAddress("2001:db8::1", 6381)));
    assertThat(Redirect.parse("MOVED 1 :6381", FROM))
        .isEqualTo(new Redirect(false, 1, new NodeAddress("::1", 6381)));
  }

  @Test
  void leavesOtherErrorsAlone() {
    assertThat(Redirect.parse("WRONGTYPE Operation against a key", FROM)).isNull();
    assertThat(Redirect.parse("MOVED", FROM)).isNull();
    assertThat(Redirect.parse("MOVED 16384 h:1", FROM)).isNull();
  }

  @Test
  void readsTheSlotsOfACluster() {
    NodeAddress asked = new NodeAddress("seed", 1);
    List<Object> reply =
        List.of(
            List.of(0L, 8191L, List.of(bytes("10.0.0.1"), 7000L, bytes("id")), List.of()),
            List.of(8192L, 16382L, List.of(bytes(""), 7001L, bytes("id"))));

    SlotTable table = SlotTable.parse(reply, asked);

    assertThat(table.owner(0)).isEqualTo(new NodeAddress("10.0.0.1", 7000));
    assertThat(table.owner(8192)).isEqualTo(new NodeAddress("seed", 7001));
    assertThat(table.owner(16383)).isNull();
    table.moved(16383, asked);
    assertThat(table.nodes())
        .containsExactly(new NodeAddress("10.0.0.1", 7000), new NodeAddress("seed", 7001), asked);
    assertThatThrownBy(() -> SlotTable.parse(List.of("what"), asked))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void findsTheSlotOfAKey() {
    // From the documentation of Redis Cluster.
    assertThat(SlotTable.slotOf(RedisCommand.of("GET", "123456789"))).isEqualTo(0x31C3);
    assertThat(SlotTable.slotOf(RedisCommand.of("GET", "{user1000}.following")))
        .isEqualTo(SlotTable.slotOf(RedisCommand.of("GET", "{user1000}.followers")));
    assertThat(SlotTable.slotOf(RedisCommand.of("PING"))).isZero();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
