package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpinPolicyTest {

  private static final long SPIN = 20_000;

  private final SpinPolicy policy = new SpinPolicy(SPIN, 4);

  @Test
  void spinsOnlyAfterASleepThatSpinningWouldHaveSaved() {
    assertThat(policy.nanos(1)).as("nothing is known yet").isZero();
    policy.slept(SPIN);
    assertThat(policy.nanos(1)).isEqualTo(SPIN);
    policy.slept(50 * SPIN);
    assertThat(policy.nanos(1)).isZero();
  }

  @Test
  void neverSpinsIfToldNotTo() {
    SpinPolicy never = new SpinPolicy(0, 4);
    never.slept(0);
    assertThat(never.nanos(1)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "4, 2", "56, 28"})
  void atMostHalfOfTheWorkersSpinAtOnceButAlwaysOne(int workers, int most) {
    SpinPolicy oneOfThem = new SpinPolicy(SPIN, workers);
    oneOfThem.slept(0);
    assertThat(oneOfThem.nanos(most)).isEqualTo(SPIN);
    assertThat(oneOfThem.nanos(most + 1)).isZero();
  }
}
