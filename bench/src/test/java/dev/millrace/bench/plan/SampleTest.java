package dev.millrace.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SampleTest {

  @Test
  void theMedianIsTakenOfEachFigure() {
    Sample median =
        Sample.ofMedians(
            List.of(
                new Sample(1, 9, 5, 0, 3), new Sample(3, 8, 5, 0, 1), new Sample(2, 7, 5, 0, 2)));

    assertThat(median).isEqualTo(new Sample(2, 8, 5, 0, 2));
    assertThat(
            Sample.ofMedians(List.of(new Sample(1, 0, 0, 0, 0), new Sample(2, 0, 0, 0, 0))).nanos())
        .isEqualTo(1.5);
  }
}
