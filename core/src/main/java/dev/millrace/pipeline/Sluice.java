package dev.millrace.pipeline;

import dev.millrace.task.Resumer;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The gate that all lanes of one physical pipeline look at before each step: open, cut off above
 * some pipe, shut by the sink, or cancelled by an error. Thread-safe.
 *
 * <p>A lane that waits for an operator which nobody needs any more must be woken. Closer: (1) moves
 * the gate, (2) looks for parked resumers and resumes them. Waiter: (3) parks its resumer, (4)
 * looks at the gate again and resumes by itself. All four are volatile accesses, so of two that
 * cross at least one sees the other, and the awaiter made over a resumed resumer is ready at once.
 * Resuming on behalf of an operator does no harm: it is not called again. Cancelling wakes nobody,
 * as the scheduler wakes the siblings of a task that failed.
 */
final class Sluice {

  /** A wait that only the end of the whole pipeline makes pointless. */
  static final int FREED_BY_NO_PIPE = Integer.MAX_VALUE;

  enum Gate {
    OPEN,
    /** The sink has finished: so have all lanes. */
    SHUT,
    CANCELLED
  }

  /** {@code freedBy}: the first pipe whose end makes this wait pointless. */
  private record Parked(Resumer resumer, int freedBy) {}

  /** The pipes of each channel: an operator may be in several. */
  private final List<? extends List<? extends PipeOp<?>>> channels;

  /** OPEN -> SHUT, OPEN -> CANCELLED, SHUT -> CANCELLED. */
  private final AtomicReference<Gate> gate = new AtomicReference<>(Gate.OPEN);

  /** By channel: 0, or 1 + the index of the last pipe that has finished. Only grows. */
  private final AtomicIntegerArray cuts;

  /** By lane and channel; the last wait stays here after it is over, then already resumed. */
  private final AtomicReferenceArray<@Nullable Parked> parked;

  Sluice(List<? extends List<? extends PipeOp<?>>> channels, int lanes) {
    this.channels = channels;
    cuts = new AtomicIntegerArray(channels.size());
    parked = new AtomicReferenceArray<>(channels.size() * lanes);
  }

  Gate gate() {
    return gate.get();
  }

  /** How many pipes of the channel, from its source on, are not to be fed any more. */
  int cut(int channel) {
    return cuts.get(channel);
  }

  boolean isCut() {
    return gate() == Gate.SHUT || IntStream.range(0, cuts.length()).anyMatch(c -> cut(c) > 0);
  }

  void cancel() {
    gate.set(Gate.CANCELLED);
  }

  /** The sink takes no more. */
  void sinkFinished() {
    gate.compareAndSet(Gate.OPEN, Gate.SHUT);
    for (int slot = 0; slot < parked.length(); slot++) {
      resumeIfFreedBy(slot, FREED_BY_NO_PIPE);
    }
  }

  /** The pipe at {@code index} of {@code channel} takes no more, there and wherever else it is. */
  void pipeFinished(int channel, int index) {
    PipeOp<?> finished = channels.get(channel).get(index);
    for (int c = 0; c < channels.size(); c++) {
      for (int i = 0; i < channels.get(c).size(); i++) {
        if (channels.get(c).get(i) == finished) {
          cutAbove(c, i);
        }
      }
    }
  }

  /** To be called before the lane answers that it is blocked. */
  void park(int lane, int channel, Resumer resumer, int freedBy) {
    parked.set(lane * channels.size() + channel, new Parked(resumer, freedBy));
    if (gate() != Gate.OPEN || cut(channel) > freedBy) {
      resumer.resume();
    }
  }

  private void cutAbove(int channel, int index) {
    cuts.accumulateAndGet(channel, index + 1, Math::max);
    for (int slot = channel; slot < parked.length(); slot += channels.size()) {
      resumeIfFreedBy(slot, index);
    }
  }

  private void resumeIfFreedBy(int slot, int index) {
    Parked wait = parked.get(slot);
    if (wait != null && wait.freedBy() <= index) {
      wait.resumer().resume();
    }
  }
}
