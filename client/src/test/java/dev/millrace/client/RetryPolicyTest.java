package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {

  private final RetryPolicy policy =
      new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(2), Duration.ofSeconds(10));

  @Test
  void delaysDoubleUpToTheLongestWithJitterOfHalf() {
    var random = new SplittableRandom(1);
    long whole = 100;
    for (int failures = 1; failures < 200; failures++) {
      long millis = policy.delay(failures, random).toMillis();
      assertThat(millis).as("failure %d", failures).isBetween(whole / 2, whole);
      whole = Math.min(whole * 2, 2000);
    }
  }

  @Test
  void nothingBeginsAfterTheWindow() {
    assertThat(policy.allows(Duration.ofSeconds(10))).isTrue();
    assertThat(policy.allows(Duration.ofSeconds(10).plusMillis(1))).isFalse();
    assertThat(RetryPolicy.none().allows(Duration.ZERO)).isFalse();
  }

  @Test
  void delaysArePositive() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.withFirstDelay(Duration.ZERO))
        .withMessageContaining("firstDelay");
  }
}
