package dev.millrace.pipeline;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** Counts by lane how often a channel is stepped after the pipeline has been cancelled. */
final class ErrorWatch implements PipelineObserver {
  private final AtomicIntegerArray runs;
  private volatile boolean failed;

  ErrorWatch(int lanes) {
    runs = new AtomicIntegerArray(lanes);
  }

  List<Integer> runsAfterTheError() {
    return IntStream.range(0, runs.length()).mapToObj(runs::get).toList();
  }

  @Override
  public void channelBegin(OpContext context) {
    if (failed) {
      runs.incrementAndGet(context.lane());
    }
  }

  @Override
  public void channelEnd(OpContext context, OpOutput<?> output, Throwable error) {
    if (error != null) {
      failed = true;
    }
  }
}
