package dev.millrace.pipeline;

import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Station} as one lane sees it in one channel: it calls, counts, tells the observer and
 * checks what every role has to keep: some answer, and YieldBack after Yield and nowhere else.
 *
 * <p>All fields are written by the lane's running step only, which the scheduler orders; counters
 * may be read by anybody and are then a moment's view.
 */
final class LaneStation<B> {
  private final Station<B> station;
  private final PipelineObserver observer;
  private final @Nullable ToLongFunction<? super B> rows;

  private boolean yielded;
  private long calls;
  private long batchesIn;
  private long batchesOut;
  private long rowsIn;
  private long rowsOut;
  private long blocks;
  private long yields;
  private final @Nullable OpTimes times;

  /** {@code observer} is that of the options, with its faults caught. */
  LaneStation(Station<B> station, PipelineObserver observer, PipelineOptions<B> options) {
    this.station = station;
    this.observer = observer;
    this.rows = options.rows();
    this.times = options.schedule().timed() ? new OpTimes() : null;
  }

  OpOutput<B> call(OpContext context, @Nullable B input) throws Exception {
    observer.operatorBegin(context, station.role(), station.operator(), input);
    OpOutput<B> output;
    try {
      countIn(input);
      output = answer(context, input);
      check(output);
      countOut(context, output);
    } catch (Throwable error) { // foreign code: the observer is told, the lane fails with it
      observer.operatorEnd(context, station.role(), station.operator(), null, error);
      throw error;
    }
    observer.operatorEnd(context, station.role(), station.operator(), output, null);
    return output;
  }

  private OpOutput<B> answer(OpContext context, @Nullable B input) throws Exception {
    if (times == null) {
      return station.call().answer(context, input);
    }
    times.callBegins(context.task());
    try {
      return station.call().answer(context, input);
    } finally {
      times.callEnds(context.task());
    }
  }

  /** What to throw when the channel has no use for {@code output} in this role. */
  ContractViolationException violation(OpOutput<B> output) {
    return ContractViolationException.answered(
        station.role(), station.operator(), output, station.role().answers());
  }

  OpCounters counters(int channel, int lane) {
    return new OpCounters(
        station.operator().name(),
        station.role(),
        channel,
        lane,
        calls,
        batchesIn,
        batchesOut,
        rowsIn,
        rowsOut,
        blocks,
        yields,
        times == null ? 0 : times.cpuNanos(),
        times == null ? 0 : times.runNanos(),
        times == null ? Map.of() : times.blockedNanos());
  }

  private void check(@Nullable OpOutput<B> output) {
    if (output == null || yielded != output instanceof OpOutput.YieldBack<B>) {
      String expected = yielded ? "YieldBack after Yield" : station.role().answers();
      throw ContractViolationException.answered(
          station.role(), station.operator(), output, expected);
    }
    yielded = output instanceof OpOutput.Yield<B>;
  }

  private void countIn(@Nullable B input) {
    calls++;
    if (input != null) {
      batchesIn++;
      rowsIn += rowsOf(input);
    }
  }

  private void countOut(OpContext context, OpOutput<B> output) {
    switch (output) {
      case OpOutput.HasMore<B>(B batch) -> countBatchOut(batch);
      case OpOutput.Even<B>(B batch) -> countBatchOut(batch);
      case OpOutput.Finished<B>(var batch) -> countBatchOut(batch);
      case OpOutput.Blocked<B> blocked -> countBlocked(context, blocked);
      case OpOutput.Yield<B> _ -> yields++;
      case OpOutput.NeedsMore<B> _, OpOutput.YieldBack<B> _ -> {}
    }
  }

  private void countBlocked(OpContext context, OpOutput.Blocked<B> blocked) {
    blocks++;
    if (times != null) {
      times.blocked(context.task(), blocked.reason());
    }
  }

  private void countBatchOut(@Nullable B batch) {
    if (batch != null) {
      batchesOut++;
      rowsOut += rowsOf(batch);
    }
  }

  private long rowsOf(B batch) {
    return rows == null ? 0 : rows.applyAsLong(batch);
  }
}
