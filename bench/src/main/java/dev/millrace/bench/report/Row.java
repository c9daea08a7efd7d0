package dev.millrace.bench.report;

import org.jspecify.annotations.Nullable;

/**
 * A line of the result.
 *
 * @param rival who did the same in the same run; null if nobody did
 */
public record Row(String name, double ours, Unit unit, @Nullable Rival rival, Goal goal) {

  /** Who, and its figure. */
  public record Rival(String name, double value) {}

  public static Row against(
      String name, Unit unit, double ours, String rival, double rivalValue, Goal goal) {
    return new Row(name, ours, unit, new Rival(rival, rivalValue), goal);
  }

  public static Row alone(String name, Unit unit, double ours, Goal goal) {
    return new Row(name, ours, unit, null, goal);
  }

  /**
   * How many times as good as its rival ours is; where the goal says "at most so many times", how
   * many times the rival's figure ours is. Null without a rival.
   */
  public @Nullable Double ratio() {
    if (rival == null) {
      return null;
    }
    return goal instanceof Goal.AtMostTimes
        ? ours / rival.value()
        : Double.valueOf(unit.advantage(ours, rival.value()));
  }

  public @Nullable Boolean reached() {
    return goal.isReached(ours, ratio());
  }
}
