package dev.millrace.plan.json;

import dev.millrace.plan.PlanTrace;

/** Times for people: milliseconds with three decimals, without the machinery of formatters. */
final class DurationText {

  private DurationText() {}

  /** E.g. {@code 12.345}; {@code -} for what did not come. */
  static String millis(long nanos) {
    if (nanos == PlanTrace.NEVER) {
      return "-";
    }
    long micros = Math.round(nanos / 1e3);
    String fraction = Long.toString(1000 + micros % 1000);
    return micros / 1000 + "." + fraction.substring(1);
  }
}
