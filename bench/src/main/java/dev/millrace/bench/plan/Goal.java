package dev.millrace.bench.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a figure should be: against its rival, or by itself. */
sealed interface Goal {

  /** Ours is at most so many times the rival's; {@link Row#ratio} is then ours / rival. */
  record AtMostTimes(double times) implements Goal {}

  /** Ours is at least so many times as good as the rival's. */
  record AtLeastTimes(double times) implements Goal {}

  record AtMost(double value) implements Goal {}

  record AtLeast(double value) implements Goal {}

  /** Whether it is reached; null if there is no rival to compare with. */
  default @Nullable Boolean isReached(double ours, @Nullable Double ratio) {
    return switch (this) {
      case AtMostTimes(double times) -> ratio == null ? null : ratio <= times;
      case AtLeastTimes(double times) -> ratio == null ? null : ratio >= times;
      case AtMost(double value) -> ours <= value;
      case AtLeast(double value) -> ours >= value;
    };
  }

  default String text() {
    return switch (this) {
      case AtMostTimes(double times) -> "<= " + number(times) + " times";
      case AtLeastTimes(double times) -> ">= " + number(times) + " times";
      case AtMost(double value) -> "<= " + number(value);
      case AtLeast(double value) -> ">= " + number(value);
    };
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%.1f", value);
  }
}
