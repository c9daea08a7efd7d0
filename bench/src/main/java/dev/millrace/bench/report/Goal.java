package dev.millrace.bench.report;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a figure should be: against its rival, or by itself. */
public sealed interface Goal {

  /** Ours is at most so many times the rival's; {@link Row#ratio} is then ours / rival. */
  record AtMostTimes(double times) implements Goal {}

  /** Ours is at least so many times as good as the rival's. */
  record AtLeastTimes(double times) implements Goal {}

  record AtMost(double value) implements Goal {}

  record AtLeast(double value) implements Goal {}

  /** The figure is only told. */
  record None() implements Goal {}

  /** Whether it is reached; null if there is no rival to compare with, or no goal. */
  default @Nullable Boolean isReached(double ours, @Nullable Double ratio) {
    return switch (this) {
      case AtMostTimes(double times) -> ratio == null ? null : ratio <= times;
      case AtLeastTimes(double times) -> ratio == null ? null : ratio >= times;
      case AtMost(double value) -> ours <= value;
      case AtLeast(double value) -> ours >= value;
      case None() -> null;
    };
  }

  default String text() {
    return switch (this) {
      case AtMostTimes(double times) -> "<= " + number(times) + " times";
      case AtLeastTimes(double times) -> ">= " + number(times) + " times";
      case AtMost(double value) -> "<= " + number(value);
      case AtLeast(double value) -> ">= " + number(value);
      case None() -> "";
    };
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : BigDecimal.valueOf(value).toPlainString();
  }
}
