package dev.millrace.simulation;

import static java.util.Objects.requireNonNull;

/**
 * One thing that the scheduler could have done otherwise.
 *
 * @param point what was to be chosen
 * @param bound from how many
 * @param value which of them, from 0
 */
public record Choice(Point point, int bound, int value) {

  /** What is chosen. */
  public enum Point {
    /** Whether the low-priority lane goes first although the normal one is not empty. */
    LANE,
    /** Which of the runnable instances. */
    INSTANCE,
    /** After how many steps that answer Continue it is put back, less one. */
    BUDGET,
    /** Whether the first step of an instance runs before there is an object for it. */
    BARE,
    /** Which of two timers for the same moment goes off first: the one with the lower value. */
    TIMER_ORDER,
    /** How late a timer is, in 1024ths of {@link SimulationConfig#timerJitter()}. */
    TIMER_DELAY
  }

  public Choice {
    requireNonNull(point, "point is null");
    if (value < 0 || value >= bound) {
      throw new IllegalArgumentException("value is " + value + ", must be in 0.." + (bound - 1));
    }
  }

  @Override
  public String toString() {
    return point + " " + value + "/" + bound;
  }
}
