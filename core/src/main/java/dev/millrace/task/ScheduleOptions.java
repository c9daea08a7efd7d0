package dev.millrace.task;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a group is to be scheduled.
 *
 * @param query whom the work is for, shown in traces
 * @param timeout after which the group is cancelled, null for never; in a simulation whose turns
 *     take no time, the default, it does not pass while any task goes on without waiting
 * @param observer sees every transition
 * @param timed whether {@link TaskCounters} include processor, run, wall and blocked time; costs
 *     three clock reads a step, and two readings of the thread's processor time, which take most of
 *     a microsecond, whenever it is given a thread
 */
public record ScheduleOptions(
    String query, @Nullable Duration timeout, TaskObserver observer, boolean timed) {

  public static final ScheduleOptions DEFAULT =
      new ScheduleOptions("", null, TaskObserver.NONE, false);

  public ScheduleOptions {
    requireNonNull(query, "query is null");
    requireNonNull(observer, "observer is null");
    if (timeout != null && timeout.isNegative()) {
      throw new IllegalArgumentException("timeout is " + timeout + ", must not be negative");
    }
  }

  public ScheduleOptions withQuery(String newQuery) {
    return new ScheduleOptions(newQuery, timeout, observer, timed);
  }

  public ScheduleOptions withTimeout(Duration newTimeout) {
    return new ScheduleOptions(query, newTimeout, observer, timed);
  }

  public ScheduleOptions withObserver(TaskObserver newObserver) {
    return new ScheduleOptions(query, timeout, newObserver, timed);
  }

  public ScheduleOptions withTimed(boolean newTimed) {
    return new ScheduleOptions(query, timeout, observer, newTimed);
  }
}
