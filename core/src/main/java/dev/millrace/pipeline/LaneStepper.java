package dev.millrace.pipeline;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Resumer;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one lane as one task. A step walks the channels in order, skips those that have
 * finished or still wait, and stops after the first that can go on. So channel 0 has priority while
 * it is ready, and a later one runs whenever those before it wait.
 *
 * <p>A step in which a channel finished answers Continue although the others wait; the next step
 * answers Blocked. So does the step after a Yield if its channel waits, unless all others wait too:
 * what they bring may be what it waits for. A lane that is called without being resumed calls no
 * operator and answers Blocked again.
 *
 * <p>Confined to the running step of its lane.
 */
final class LaneStepper<B> {
  private final List<ChannelStepper<B>> channels;
  private final Sluice sluice;

  /** By channel, what it waits for; null if it does not wait. */
  private final OpOutput.@Nullable Blocked<?>[] waits;

  private final boolean[] finished;
  private int unfinished;

  /** The channel to whose long work the next step belongs, or -1. */
  private int yielding = -1;

  LaneStepper(List<ChannelStepper<B>> channels, Sluice sluice) {
    this.channels = channels;
    this.sluice = sluice;
    waits = new OpOutput.Blocked<?>[channels.size()];
    finished = new boolean[channels.size()];
    unfinished = channels.size();
  }

  TaskStatus step(TaskContext task) throws Exception {
    int before = unfinished;
    TaskStatus status = walk(task);
    if (status != null) {
      return status;
    }
    return switch (sluice.gate()) {
      case CANCELLED -> TaskStatus.CANCELLED;
      case SHUT -> TaskStatus.FINISHED;
      case OPEN -> {
        if (unfinished == 0) {
          yield TaskStatus.FINISHED;
        }
        yield unfinished < before || waiting() < unfinished ? TaskStatus.CONTINUE : blocked(task);
      }
    };
  }

  /** Null if every channel has finished or waits, or none may be stepped any more. */
  private @Nullable TaskStatus walk(TaskContext task) throws Exception {
    int first = Math.max(yielding, 0);
    int last = yielding < 0 ? channels.size() - 1 : yielding;
    yielding = -1;
    for (int c = first; c <= last && sluice.gate() == Sluice.Gate.OPEN; c++) {
      if (isReady(c)) {
        TaskStatus status = step(task, c);
        if (status != null) {
          return status;
        }
      }
    }
    return null;
  }

  /** Null if the walk is to go on with the next channel. */
  private @Nullable TaskStatus step(TaskContext task, int c) throws Exception {
    OpOutput<B> output = channels.get(c).step(task);
    return switch (output) {
      case OpOutput.Finished<B> _ -> {
        finished[c] = true;
        unfinished--;
        yield null;
      }
      case OpOutput.Blocked<B> blocked -> {
        waits[c] = blocked;
        yield null;
      }
      case OpOutput.Yield<B> _ -> {
        yielding = c;
        yield TaskStatus.YIELD;
      }
      case OpOutput.NeedsMore<B> _, OpOutput.YieldBack<B> _ -> TaskStatus.CONTINUE;
      case OpOutput.HasMore<B> _, OpOutput.Even<B> _ -> throw new AssertionError(output);
    };
  }

  private boolean isReady(int c) {
    OpOutput.Blocked<?> wait = waits[c];
    if (wait != null && wait.resumer().isResumed()) {
      waits[c] = null;
      return true;
    }
    return wait == null && !finished[c];
  }

  private int waiting() {
    int count = 0;
    for (OpOutput.Blocked<?> wait : waits) {
      count += wait == null ? 0 : 1;
    }
    return count;
  }

  private TaskStatus blocked(TaskContext task) {
    List<Resumer> resumers = new ArrayList<>(waits.length);
    BlockReason reason = BlockReason.OTHER;
    for (OpOutput.Blocked<?> wait : waits) {
      if (wait != null) {
        reason = resumers.isEmpty() ? wait.reason() : reason;
        resumers.add(wait.resumer());
      }
    }
    return TaskStatus.blocked(
        resumers.size() == 1 ? task.single(resumers.getFirst()) : task.any(resumers), reason);
  }
}
