package dev.millrace.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FixedRateTest {

  private static final long TEN_TICKS = 10_000_000;

  @Test
  void sendsSoManyEveryTickHoweverLateItIs() throws Exception {
    AtomicLong started = new AtomicLong();
    Load load =
        FixedRate.of(
            (_, end) -> {
              started.incrementAndGet();
              end.ended();
            },
            3_000);

    long count = load.run(System.nanoTime() + TEN_TICKS);

    assertThat(count).isEqualTo(started.get()).isBetween(3L, 30L);
    assertThat(count % 3).isZero();
    assertThat(load.latencies()).isNotNull();
    assertThat(load.latencies().getTotalCount()).isEqualTo(count);
  }

  @Test
  void timesARequestFromWhenItWasDue() throws Exception {
    Load load = FixedRate.of(FixedRateTest::endLaterAtFirst, 1);

    long count = load.run(System.nanoTime() + 2 * TEN_TICKS);

    if (count > 5) { // else the machine was busy with something else all the time
      assertThat(load.latencies().getCountBetweenValues(TEN_TICKS / 2, Long.MAX_VALUE))
          .as("the first, and those that were due while it held up the sender")
          .isGreaterThanOrEqualTo(5);
    }
  }

  /** The first one holds up whoever sends. */
  private static void endLaterAtFirst(long number, ClosedLoop.End end) {
    long until = System.nanoTime() + TEN_TICKS;
    while (number == 0 && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    end.ended();
  }

  @Test
  void failsIfARequestFails() {
    Load load = FixedRate.of((_, end) -> end.failed(new IllegalStateException("no")), 1);

    assertThatThrownBy(() -> load.run(System.nanoTime() + TEN_TICKS))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("no");
  }
}
