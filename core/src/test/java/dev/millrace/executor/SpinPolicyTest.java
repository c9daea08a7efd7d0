package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpinPolicyTest {

  private static final long SPIN = 20_000;

  private final SpinPolicy policy = new SpinPolicy(SPIN);

  @Test
  void spinsOnlyAfterASleepThatSpinningWouldHaveSaved() {
    assertThat(policy.nanos()).as("nothing is known yet").isZero();
    policy.slept(SPIN);
    assertThat(policy.nanos()).isEqualTo(SPIN);
    policy.slept(50 * SPIN);
    assertThat(policy.nanos()).isZero();
  }

  @Test
  void neverSpinsIfToldNotTo() {
    SpinPolicy never = new SpinPolicy(0);
    never.slept(0);
    assertThat(never.nanos()).isZero();
  }
}
