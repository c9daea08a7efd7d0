package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.NodeAddress;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinkTest {

  private final Node node =
      new Node(
          new NodeAddress("h", 1),
          new CircuitBreaker(3, new Backoff(Duration.ofNanos(1), Duration.ofNanos(1), () -> 0)));
  private final Link link = new Link(node, 0);
  private final Send send = new Send(List.of(), new Outcome(), 0);

  private void up() {
    link.up(new Wire(InputStream.nullInputStream(), OutputStream.nullOutputStream(), () -> {}), 0);
  }

  private Flight add(int bytes) {
    Flight flight = new Flight(RedisCommand.of("GET", "x".repeat(bytes / 3)), send);
    link.add(flight);
    return flight;
  }

  private List<Flight> write() {
    List<Flight> taken = link.take(0);
    if (!taken.isEmpty()) {
      link.wrote();
    }
    return taken;
  }

  @Test
  void writesNothingBeforeItIsUp() {
    Flight flight = add(10);

    assertThat(link.take(0)).isEmpty();
    up();
    assertThat(link.take(0)).containsExactly(flight);
  }

  @Test
  void letsOneThreadWriteAtATime() {
    up();
    Flight first = add(10);
    assertThat(link.take(0)).containsExactly(first);
    Flight second = add(10);

    assertThat(link.take(0)).isEmpty();
    link.wrote();
    assertThat(link.take(0)).containsExactly(second);
  }

  @Test
  void sendsWhatQueuesUpWhileTheWireIsFullTogether() {
    up();
    Flight first = add(10);
    assertThat(write()).containsExactly(first);
    Flight second = add(10);
    assertThat(write()).containsExactly(second);
    Flight third = add(10);
    Flight fourth = add(10);
    assertThat(write()).isEmpty();

    link.answered(first, 1);

    assertThat(write()).containsExactly(third, fourth);
    assertThat(link.owed()).containsExactly(first, second, third, fourth);
    assertThat(link.owed()).isEmpty();
  }

  @Test
  void keepsBytesOnTheWireWithinTheWindow() {
    up();
    List<Flight> flights = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      flights.add(add(30_000));
    }

    assertThat(write()).isEqualTo(flights.subList(0, 4));
    assertThat(write()).isEmpty();
    link.answered(flights.get(0), 1);
    assertThat(write()).isEqualTo(flights.subList(4, 5));
  }

  @Test
  void writesALargeCommandAlone() {
    up();
    Flight small = add(10);
    Flight large = add(1_000_000);
    Flight next = add(10);

    assertThat(write()).containsExactly(small);
    assertThat(write()).isEmpty();
    link.answered(small, 1);
    List<Flight> taken = write();
    assertThat(taken).containsExactly(large);
    assertThat(Link.mayBlock(taken)).isTrue();
    assertThat(write()).isEmpty();
    link.answered(large, 1);
    assertThat(write()).containsExactly(next);
    assertThat(Link.mayBlock(List.of(next))).isFalse();
  }

  @Test
  void knowsHowLongTheServerHasBeenSilent() {
    up();
    assertThat(link.silence(100)).isZero();
    Flight first = add(10);
    Flight second = add(10);
    assertThat(link.take(100)).containsExactly(first, second);

    assertThat(link.silence(150)).isEqualTo(50);
    link.answered(first, 160);
    assertThat(link.silence(170)).isEqualTo(10);
    link.answered(second, 180);
    assertThat(link.silence(1000)).isZero();
  }

  @Test
  void givesBackWhatWasNotWrittenWhenItGoesDown() {
    up();
    Flight first = add(10);
    assertThat(write()).containsExactly(first);
    Flight second = add(10);

    assertThat(link.down()).containsExactly(second);
    assertThat(link.take(0)).isEmpty();
    assertThat(link.load()).isEqualTo(1);
  }
}
