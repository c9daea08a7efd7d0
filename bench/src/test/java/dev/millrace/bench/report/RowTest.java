package dev.millrace.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RowTest {

  @Test
  void aShorterTimeIsAnAdvantage() {
    Row row = Row.against("a", Unit.MICROS, 2, "rival", 6, new Goal.AtLeastTimes(3));

    assertThat(row.ratio()).isEqualTo(3);
    assertThat(row.reached()).isTrue();
  }

  @Test
  void aHigherRateIsAnAdvantage() {
    Row row = Row.against("a", Unit.REQUESTS_A_SECOND, 6, "rival", 10, new Goal.AtLeastTimes(0.7));

    assertThat(row.ratio()).isEqualTo(0.6);
    assertThat(row.reached()).isFalse();
  }

  @Test
  void atMostSoManyTimesTurnsTheRatioAround() {
    Row row = Row.against("a", Unit.MICROS, 3, "rival", 2, new Goal.AtMostTimes(1.5));

    assertThat(row.ratio()).isEqualTo(1.5);
    assertThat(row.reached()).isTrue();
  }

  @Test
  void aFigureWithoutRivalHasAGoalByItself() {
    assertThat(Row.alone("a", Unit.MILLIS, 4, new Goal.AtMost(3)).reached()).isFalse();
    assertThat(Row.alone("a", Unit.MILLIS, 4, new Goal.AtLeast(3)).reached()).isTrue();
    assertThat(Row.alone("a", Unit.MILLIS, 4, new Goal.AtLeast(3)).ratio()).isNull();
    assertThat(Row.alone("a", Unit.MILLIS, 4, new Goal.AtMostTimes(3)).reached()).isNull();
  }
}
