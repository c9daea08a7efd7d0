package dev.millrace.task;

import java.util.EnumMap;
import java.util.Map;

/**
 * What an instance or a group has done so far. The times are 0 unless the group was scheduled with
 * {@link ScheduleOptions#timed()}.
 *
 * @param cpuNanos processor time of the threads while they ran it, with what the scheduler and
 *     observers needed for it; 0 if it ran on virtual threads, as tasks of {@link TaskHint#IO} do,
 *     because the JVM does not know it there
 * @param runNanos time spent inside steps
 * @param wallNanos time from scheduling to the end, or to now; of a group, the sum of its instances
 * @param blockedNanos time spent blocked, by reason
 */
public record TaskCounters(
    long steps,
    long blocks,
    long yields,
    long cpuNanos,
    long runNanos,
    long wallNanos,
    Map<BlockReason, Long> blockedNanos) {

  public static final TaskCounters ZERO = new TaskCounters(0, 0, 0, 0, 0, 0, Map.of());
  public static final TaskCounters ONE_STEP = new TaskCounters(1, 0, 0, 0, 0, 0, Map.of());

  public TaskCounters {
    blockedNanos = Map.copyOf(blockedNanos);
  }

  public TaskCounters plus(TaskCounters other) {
    Map<BlockReason, Long> blocked = new EnumMap<>(BlockReason.class);
    blocked.putAll(blockedNanos);
    other.blockedNanos.forEach((reason, nanos) -> blocked.merge(reason, nanos, Long::sum));
    return new TaskCounters(
        steps + other.steps,
        blocks + other.blocks,
        yields + other.yields,
        cpuNanos + other.cpuNanos,
        runNanos + other.runNanos,
        wallNanos + other.wallNanos,
        blocked);
  }
}
