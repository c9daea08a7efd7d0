package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

  private final Pace pace = new Pace();
  private long now;

  private void slice(long nanos) {
    now += nanos;
    if (pace.ran(1)) {
      pace.read(now);
    }
  }

  private void quickSlices(int count) {
    for (int i = 0; i < count; i++) {
      slice(100);
    }
  }

  @Test
  void aWorkerIsNotTrustedBeforeItHasShownThatItIsQuick() {
    assertThat(pace.isQuick()).isFalse();
    quickSlices(Pace.TRUST - 1);
    assertThat(pace.isQuick()).isFalse();
    quickSlices(1);
    assertThat(pace.isQuick()).isTrue();
  }

  @Test
  void oneLongSliceEndsTheTrustWithinAWindow() {
    quickSlices(Pace.TRUST);
    slice(10_000_000);
    quickSlices(Pace.QUICK_WINDOW - 1);
    assertThat(pace.isQuick()).isFalse();
  }

  @Test
  void aSlowWorkerIsReadAfterEverySlice() {
    slice(1_000_000);
    assertThat(pace.ran(1)).isTrue();
  }

  @Test
  void aPauseDoesNotCount() {
    quickSlices(Pace.TRUST);
    now += 1_000_000_000;
    pace.begin(now);
    quickSlices(Pace.QUICK_WINDOW);
    assertThat(pace.isQuick()).isTrue();
  }

  @Test
  void aQuickWorkerSharesOnlyMuchWorkAndASlowOneAny() {
    assertThat(pace.isWorthSharing(1)).isTrue();
    quickSlices(Pace.TRUST);
    assertThat(pace.isWorthSharing(10)).isFalse();
    assertThat(pace.isWorthSharing(10_000)).isTrue();
  }

  @Test
  void onlyTinyWorkIsBetterLeftAlone() {
    assertThat(pace.isBetterLeftAlone(1)).as("not trusted yet").isFalse();
    for (int i = 0; i < Pace.TRUST * Pace.QUICK_WINDOW; i++) {
      slice(Pace.TINY_NANOS - 1);
    }
    assertThat(pace.isBetterLeftAlone(1)).isTrue();
    assertThat(pace.isBetterLeftAlone(1_000_000)).as("much of it").isFalse();
    for (int i = 0; i < 2 * Pace.QUICK_WINDOW; i++) {
      slice(Pace.TINY_NANOS * 4);
    }
    assertThat(pace.isQuick()).isTrue();
    assertThat(pace.isBetterLeftAlone(1)).as("quick, but not tiny").isFalse();
  }

  @Test
  void minuteSlicesAreShorterThanTinyOnes() {
    assertThat(pace.isMinute()).as("not trusted yet").isFalse();
    for (int i = 0; i < Pace.TRUST * Pace.QUICK_WINDOW; i++) {
      slice(Pace.MINUTE_NANOS - 1);
    }
    assertThat(pace.isMinute()).isTrue();
    for (int i = 0; i < 2 * Pace.QUICK_WINDOW; i++) {
      slice(Pace.TINY_NANOS);
    }
    assertThat(pace.isMinute()).isFalse();
  }

  @Test
  void aRowTakesLittleTimeHoweverLongItsRunnablesAre() {
    assertThat(pace.rowLength()).as("not trusted yet").isOne();
    for (long each : new long[] {1, 15, 99, 999, Pace.ROW_NANOS, Pace.QUICK_NANOS - 1}) {
      for (int i = 0; i < Pace.TRUST * Pace.QUICK_WINDOW; i++) {
        slice(each);
      }
      assertThat(pace.rowLength()).isBetween(1, Pace.LONGEST_ROW);
      assertThat(pace.rowLength() * each).isLessThanOrEqualTo(Math.max(each, Pace.ROW_NANOS));
    }
    assertThat(pace.isQuick()).isTrue();
    assertThat(pace.rowLength()).isOne();
  }

  @Test
  void tellsHowManySlicesFitIntoATime() {
    for (int i = 0; i < Pace.TRUST * Pace.QUICK_WINDOW; i++) {
      slice(99);
    }
    assertThat(pace.slicesIn(1_000)).isEqualTo(10);
    assertThat(pace.slicesIn(1)).isEqualTo(1);
  }
}
