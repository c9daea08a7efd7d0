package dev.millrace.pipeline;

import dev.millrace.task.BlockReason;
import dev.millrace.task.TaskContext;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The times of one operator in one channel of a lane. Written by the lane's running step; read by
 * anybody, who then has a moment's view.
 */
final class OpTimes {
  private long cpu;
  private long run;
  private final Map<BlockReason, Long> blocked = new ConcurrentHashMap<>();
  private long cpuAtCall;
  private long calledAt;

  /** Null while it does not wait. */
  private volatile @Nullable Wait wait;

  private record Wait(BlockReason reason, long since, TaskContext clock) {
    long nanos() {
      return clock.nanoTime() - since;
    }
  }

  void callBegins(TaskContext task) {
    calledAt = task.nanoTime();
    Wait over = wait;
    if (over != null) {
      wait = null;
      blocked.merge(over.reason(), calledAt - over.since(), Long::sum);
    }
    cpuAtCall = task.cpuNanos();
  }

  void callEnds(TaskContext task) {
    cpu += task.cpuNanos() - cpuAtCall;
    run += task.nanoTime() - calledAt;
  }

  /** The call that has just ended answered so. */
  void blocked(TaskContext task, BlockReason reason) {
    wait = new Wait(reason, task.nanoTime(), task);
  }

  long cpuNanos() {
    return cpu;
  }

  long runNanos() {
    return run;
  }

  /** With the wait that is not over. */
  Map<BlockReason, Long> blockedNanos() {
    Wait open = wait;
    var nanos = new EnumMap<BlockReason, Long>(BlockReason.class);
    nanos.putAll(blocked);
    if (open != null) {
      nanos.merge(open.reason(), open.nanos(), Long::sum);
    }
    return nanos;
  }
}
