package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerWheelTest {

  private final TimerWheel wheel = new TimerWheel(0);
  private final List<Long> fired = new ArrayList<>();

  private void advance(long tick) {
    wheel.advance(tick, entry -> fired.add(entry.tick));
  }

  @Test
  void firesAtItsTickAndNotBefore() {
    var _ = wheel.add(100, () -> {});
    advance(99);
    assertThat(fired).isEmpty();
    advance(100);
    assertThat(fired).containsExactly(100L);
    assertThat(wheel.nextTick()).isEqualTo(TimerWheel.NEVER);
  }

  @Test
  void aTimerForThePastFiresAtTheNextTick() {
    advance(50);
    var _ = wheel.add(10, () -> {});
    assertThat(wheel.nextTick()).isEqualTo(51);
    advance(51);
    assertThat(fired).hasSize(1);
  }

  @Test
  void aRemovedTimerDoesNotFireAndCanBeRemovedOnlyOnce() {
    TimerWheel.Entry entry = wheel.add(5_000, () -> {});
    assertThat(wheel.remove(entry)).isTrue();
    assertThat(entry.isOver()).isTrue();
    assertThat(wheel.remove(entry)).isFalse();
    advance(10_000);
    assertThat(fired).isEmpty();
    assertThat(wheel.size()).isZero();
  }

  @Test
  void aTimerThatMovesDownIsNotOverUntilItHasExpired() {
    TimerWheel.Entry entry = wheel.add(300_000, () -> {});
    for (long tick = 0; tick < 300_000; tick += 100) {
      advance(tick);
      assertThat(entry.isOver()).isFalse();
    }
    advance(300_000);
    assertThat(entry.isOver()).isTrue();
    assertThat(wheel.remove(entry)).isFalse();
  }

  @Test
  void aTimerCenturiesAheadIsKept() {
    var _ = wheel.add(Long.MAX_VALUE, () -> {});
    advance(1L << 40);
    assertThat(fired).isEmpty();
    assertThat(wheel.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void agreesWithASortedMapOnRandomHistories(long seed) {
    Random random = new Random(seed);
    NavigableMap<Long, Integer> expected = new TreeMap<>();
    List<TimerWheel.Entry> live = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      int choice = random.nextInt(10);
      if (choice < 6) {
        long tick = now + 1 + (random.nextLong() >>> random.nextInt(20, 63)) % (1L << 40);
        live.add(wheel.add(tick, () -> {}));
        expected.merge(tick, 1, Integer::sum);
      } else if (choice < 8 && !live.isEmpty()) {
        TimerWheel.Entry entry = live.remove(random.nextInt(live.size()));
        if (wheel.remove(entry)) {
          expected.merge(entry.tick, -1, (a, b) -> a + b == 0 ? null : a + b);
        }
      } else {
        now += 1 + (random.nextLong() >>> random.nextInt(24, 63)) % (1L << 34);
        checkAdvance(now, expected);
      }
    }
  }

  private void checkAdvance(long now, NavigableMap<Long, Integer> expected) {
    if (!expected.isEmpty()) {
      assertThat(wheel.nextTick()).isLessThanOrEqualTo(expected.firstKey());
    }
    fired.clear();
    advance(now);
    List<Long> due = new ArrayList<>();
    Map<Long, Integer> past = expected.headMap(now, true);
    past.forEach((tick, count) -> due.addAll(java.util.Collections.nCopies(count, tick)));
    past.clear();
    assertThat(fired).isEqualTo(due);
    assertThat(wheel.size()).isEqualTo(expected.values().stream().mapToInt(n -> n).sum());
  }
}
