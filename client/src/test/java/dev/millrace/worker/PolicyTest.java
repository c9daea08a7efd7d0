package dev.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is decided without threads, servers and clocks. */
final class PolicyTest {

  private final PollPace pace = new PollPace(Duration.ofSeconds(5), new SplittableRandom(7));

  @Test
  void permitsAreNeverMoreThanThereAre() {
    var permits = new Permits(3);
    assertThat(permits.acquireUpTo(2)).isEqualTo(2);
    assertThat(permits.acquireUpTo(5)).isEqualTo(1);
    assertThat(permits.tryAcquire()).isFalse();
    permits.release(3);
    assertThat(permits.free()).isEqualTo(3);
    assertThatIllegalStateException().isThrownBy(() -> permits.release(1));
  }

  @Test
  void pollsWaitLongerAndLongerWhenNothingComes() {
    long[] expected = {100, 200, 400, 800, 1600, 3200, 5000, 5000};
    for (long millis : expected) {
      assertThat(pace.timeout()).isEqualTo(Duration.ofMillis(millis));
      assertThat(pace.nothing(pace.timeout())).isEqualTo(Duration.ZERO);
    }
    pace.tasks();
    assertThat(pace.timeout()).isEqualTo(PollPace.SHORTEST);
  }

  @Test
  void aServerThatDoesNotWaitIsNotAskedWithoutPause() {
    assertThat(pace.nothing(Duration.ofMillis(1))).isEqualTo(Duration.ofMillis(99));
    for (int i = 0; i < 10; i++) {
      assertThat(pace.nothing(Duration.ofMillis(1)))
          .isBetween(Duration.ofMillis(150), Duration.ofMillis(250));
    }
  }

  @Test
  void pausesGrowWithErrorsAndEndWithSuccess() {
    Duration last = Duration.ZERO;
    for (int i = 0; i < 20; i++) {
      last = pace.error();
    }
    assertThat(last).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
    assertThat(pace.isFailing()).isTrue();
    pace.tasks();
    assertThat(pace.isFailing()).isFalse();
    assertThat(pace.error()).isLessThanOrEqualTo(Duration.ofMillis(100));
  }

  @Test
  void aPollThatTheServerFindsTooLongIsNotSentAgain() {
    while (pace.timeout().compareTo(Duration.ofSeconds(5)) < 0) {
      var _ = pace.nothing(pace.timeout());
    }
    pace.tooLong();
    for (int i = 0; i < 10; i++) {
      assertThat(pace.timeout()).isLessThanOrEqualTo(Duration.ofMillis(2500));
      var _ = pace.nothing(pace.timeout());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "true, , true",
    "false, , false",
    "true, false, false",
    "false, TRUE, true",
    "true, perhaps, true",
    "false, perhaps, false",
  })
  void theEnvironmentWinsOverTheSetting(boolean setting, String variable, boolean on) {
    Map<String, String> environment =
        variable == null ? Map.of() : Map.of("taskUpdateV2", variable);
    assertThat(new V2Switch(setting, environment).isOn()).isEqualTo(on);
  }

  @Test
  void v2IsOnByDefault() {
    assertThat(HostSettings.defaults().useV2Api()).isTrue();
  }

  @Test
  void settingsAreChecked() {
    var settings = WorkerSettings.defaults();
    assertThatIllegalArgumentException().isThrownBy(() -> settings.withThreadCount(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.withMaxPollTimeout(Duration.ofMillis(1)))
        .withMessageContaining("maxPollTimeout");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostSettings.defaults().withWorkerId(" "));
  }
}
