package dev.millrace.pipeline;

import dev.millrace.task.BlockReason;
import java.util.Map;

/**
 * What one operator did in one channel on one lane. A pipe and its drain count apart. The times are
 * 0 unless the run is scheduled with {@link dev.millrace.task.ScheduleOptions#timed()}.
 *
 * @param rowsIn 0 unless the options say how many rows a batch has, as {@code rowsOut}
 * @param cpuNanos processor time of the threads while they called it; 0 on virtual threads
 * @param runNanos time spent inside its calls
 * @param blockedNanos time from an answer of Blocked to the next call, by reason
 */
public record OpCounters(
    String operator,
    OpRole role,
    int channel,
    int lane,
    long calls,
    long batchesIn,
    long batchesOut,
    long rowsIn,
    long rowsOut,
    long blocks,
    long yields,
    long cpuNanos,
    long runNanos,
    Map<BlockReason, Long> blockedNanos) {

  public OpCounters {
    blockedNanos = Map.copyOf(blockedNanos);
  }
}
