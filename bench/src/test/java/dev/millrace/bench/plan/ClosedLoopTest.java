package dev.millrace.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ClosedLoopTest {

  /** Requests that end before their start returns must not pile up on the stack. */
  @Test
  void countsRequestsThatEndAtOnce() throws Exception {
    AtomicLong started = new AtomicLong();
    Load load =
        ClosedLoop.of(
            3,
            (_, end) -> {
              started.incrementAndGet();
              end.ended();
            });

    long count = load.run(System.nanoTime() + 20_000_000);

    assertThat(count).isEqualTo(started.get()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void doesOneRequestOfEachEvenIfTheTimeIsUp() throws Exception {
    assertThat(ClosedLoop.of(4, (_, end) -> end.ended()).run(System.nanoTime())).isEqualTo(4);
  }

  @Test
  void failsIfARequestFails() {
    Load load = ClosedLoop.of(2, (_, end) -> end.failed(new IllegalStateException("no")));

    assertThatThrownBy(() -> load.run(System.nanoTime()))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("no");
  }
}
