package dev.millrace.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.server.store.Store;
import org.junit.jupiter.api.Test;

final class AgendaTest {

  private final Agenda agenda = new Agenda();

  @Test
  void the_timers_of_a_store_are_due_until_somebody_has_seen_to_them() {
    assertThat(agenda.timersDue(0)).isTrue();
    assertThat(agenda.takeTimers()).isZero();
    assertThat(agenda.timersDue(Long.MAX_VALUE - 1)).isFalse();
    boolean _ = agenda.addTimer(100);
    boolean _ = agenda.addTimer(200);
    assertThat(agenda.timersDue(99)).isFalse();
    assertThat(agenda.timersDue(100)).isTrue();
  }

  @Test
  void who_sleeps_is_told_of_what_is_due_before() {
    long _ = agenda.takeTimers();
    boolean _ = agenda.addTimer(100);
    assertThat(agenda.sleep()).isEqualTo(100);
    assertThat(agenda.addTimer(100)).isFalse();
    assertThat(agenda.addTimer(99)).isTrue();
    assertThat(agenda.addLimits(50)).isTrue();
    agenda.wake();
    assertThat(agenda.addTimer(1)).isFalse();
    assertThat(agenda.addLimits(1)).isFalse();
    assertThat(agenda.sleep()).isOne();
  }

  @Test
  void all_can_be_put_off_but_never_forward() {
    boolean _ = agenda.addLimits(10);
    agenda.putOff(100);
    assertThat(agenda.isDue(99)).isFalse();
    agenda.putOff(50);
    assertThat(agenda.isDue(99)).isFalse();
    assertThat(agenda.timersDue(100)).isTrue();
    assertThat(agenda.takeLimits(100)).isEqualTo(100);
  }

  @Test
  void what_does_not_come_is_not_put_off_to_a_time() {
    long _ = agenda.takeTimers();
    agenda.putOff(100);
    assertThat(agenda.isDue(Long.MAX_VALUE - 1)).isFalse();
  }

  @Test
  void a_limit_is_due_until_somebody_looks_for_what_it_let_through() {
    long _ = agenda.takeTimers();
    assertThat(agenda.takeLimits(Long.MAX_VALUE - 1)).isEqualTo(Store.NEVER);
    boolean _ = agenda.addLimits(100);
    boolean _ = agenda.addLimits(150);
    assertThat(agenda.takeLimits(99)).isEqualTo(Store.NEVER);
    assertThat(agenda.isDue(100)).isTrue();
    assertThat(agenda.takeLimits(100)).isEqualTo(100);
    assertThat(agenda.isDue(200)).isFalse();
  }

  @Test
  void one_at_a_time_looks_everywhere() {
    assertThat(agenda.takeLook(0)).isTrue();
    assertThat(agenda.takeLook(0)).isFalse();
    assertThat(agenda.takeLook(4_999)).isFalse();
    assertThat(agenda.takeLook(5_000)).isTrue();
  }
}
