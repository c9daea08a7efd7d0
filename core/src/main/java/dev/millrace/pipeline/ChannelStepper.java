package dev.millrace.pipeline;

import dev.millrace.task.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * One channel of one lane as a resumable machine. A step does the first of these that applies:
 *
 * <pre>
 *   1  the sink holds a batch          call it without input
 *   2  some pipe holds output          re-enter the deepest one without input
 *   3  the source has not finished     pull a batch and push it through the pipes into the sink
 *   4  some pipe is not drained        push what its drain gives through the pipes after it
 *   5  otherwise                       Finished
 * </pre>
 *
 * <p>So whatever is deepest leaves first: a pipe that has more is re-entered only when everything
 * below it is empty, and a blocked sink stops all that is above it in its channel.
 *
 * <p>Confined to the running step of its lane.
 */
final class ChannelStepper<B> {
  private final Stations<LaneStation<B>> stations;
  private final Sluice sluice;
  private final int index;
  private final int lane;
  private final PipelineObserver observer;

  private @Nullable OpContext context;

  /** The pipes to re-enter, ever deeper ones towards the top. */
  private final int[] held;

  private int depth;
  private boolean sinking;
  private boolean sourceDone;

  /** The next pipe to drain. */
  private int draining;

  ChannelStepper(
      Stations<LaneStation<B>> stations,
      Sluice sluice,
      int index,
      int lane,
      PipelineObserver observer) {
    this.stations = stations;
    this.sluice = sluice;
    this.index = index;
    this.lane = lane;
    this.observer = observer;
    held = new int[stations.pipes().size()];
  }

  /** NeedsMore or YieldBack: can go on. Yield, Blocked, Finished: as they say. */
  OpOutput<B> step(TaskContext task) throws Exception {
    OpContext at = contextOf(task);
    observer.channelBegin(at);
    try {
      OpOutput<B> output = advance(at);
      observer.channelEnd(at, output, null);
      return output;
    } catch (Throwable error) { // foreign code, as in LaneStation
      sluice.cancel();
      observer.channelEnd(at, null, error);
      throw error;
    }
  }

  private OpOutput<B> advance(OpContext at) throws Exception {
    obeyCut();
    if (sinking) {
      sinking = false;
      return sink(at, null);
    }
    if (depth > 0) {
      return push(at, held[--depth], null);
    }
    return sourceDone ? drain(at) : pull(at);
  }

  /** Forgets everything above the last pipe that has finished. */
  private void obeyCut() {
    int cut = sluice.cut(index);
    if (cut == 0) {
      return;
    }
    sourceDone = true;
    draining = Math.max(draining, cut);
    int dropped = 0;
    while (dropped < depth && held[dropped] < cut - 1) {
      dropped++;
    }
    depth -= dropped;
    System.arraycopy(held, dropped, held, 0, depth);
  }

  private OpOutput<B> pull(OpContext at) throws Exception {
    LaneStation<B> source = stations.source();
    OpOutput<B> output = source.call(at, null);
    return switch (output) {
      case OpOutput.HasMore<B>(B batch) -> push(at, 0, batch);
      case OpOutput.Finished<B>(var batch) -> {
        sourceDone = true;
        yield batch == null ? drain(at) : push(at, 0, batch);
      }
      case OpOutput.Blocked<B> blocked -> park(blocked, 0);
      case OpOutput.Yield<B> _, OpOutput.YieldBack<B> _ -> output;
      case OpOutput.Even<B> _, OpOutput.NeedsMore<B> _ -> throw source.violation(output);
    };
  }

  /** Through the pipes from {@code first} on, into the sink. */
  private OpOutput<B> push(OpContext at, int first, @Nullable B input) throws Exception {
    B batch = input;
    for (int i = first; i < held.length; i++) {
      OpOutput<B> output = stations.pipes().get(i).call(at, batch);
      switch (output) {
        case OpOutput.Even<B>(B out) -> batch = out;
        case OpOutput.HasMore<B>(B out) -> {
          held[depth++] = i;
          batch = out;
        }
        case OpOutput.Finished<B>(var out) -> {
          sluice.pipeFinished(index, i);
          if (out == null) {
            return OpOutput.needsMore();
          }
          batch = out;
        }
        case OpOutput.NeedsMore<B> _ -> {
          return output;
        }
        case OpOutput.Yield<B> _, OpOutput.YieldBack<B> _ -> {
          held[depth++] = i;
          return output;
        }
        case OpOutput.Blocked<B> blocked -> {
          held[depth++] = i;
          return park(blocked, i + 1);
        }
      }
    }
    return sink(at, batch);
  }

  private OpOutput<B> sink(OpContext at, @Nullable B input) throws Exception {
    LaneStation<B> sink = stations.sink();
    OpOutput<B> output = sink.call(at, input);
    return switch (output) {
      case OpOutput.NeedsMore<B> _ -> output;
      case OpOutput.Blocked<B> blocked -> {
        sinking = true;
        yield park(blocked, Sluice.FREED_BY_NO_PIPE);
      }
      case OpOutput.Yield<B> _, OpOutput.YieldBack<B> _ -> {
        sinking = true;
        yield output;
      }
      case OpOutput.Finished<B>(var batch) when batch == null -> {
        sluice.sinkFinished();
        yield output;
      }
      case OpOutput.Finished<B> _, OpOutput.HasMore<B> _, OpOutput.Even<B> _ ->
          throw sink.violation(output);
    };
  }

  private OpOutput<B> drain(OpContext at) throws Exception {
    for (; draining < held.length; draining++) {
      LaneStation<B> drain = stations.drains().get(draining).orElse(null);
      if (drain == null) {
        continue;
      }
      OpOutput<B> output = drain.call(at, null);
      switch (output) {
        case OpOutput.Finished<B>(var batch) when batch == null -> {}
        case OpOutput.Finished<B>(var batch) -> {
          draining++;
          return push(at, draining, batch);
        }
        case OpOutput.HasMore<B>(B batch) -> {
          return push(at, draining + 1, batch);
        }
        case OpOutput.Blocked<B> blocked -> {
          return park(blocked, draining);
        }
        case OpOutput.Yield<B> _, OpOutput.YieldBack<B> _ -> {
          return output;
        }
        case OpOutput.Even<B> _, OpOutput.NeedsMore<B> _ -> throw drain.violation(output);
      }
    }
    return OpOutput.finished();
  }

  /** {@code freedBy}: see {@link Sluice#park}. */
  private OpOutput<B> park(OpOutput.Blocked<B> blocked, int freedBy) {
    sluice.park(lane, index, blocked.resumer(), freedBy);
    return blocked;
  }

  private OpContext contextOf(TaskContext task) {
    OpContext known = context;
    if (known == null || known.task() != task) {
      known = new OpContext(task, stations.id(), lane);
      context = known;
    }
    return known;
  }
}
