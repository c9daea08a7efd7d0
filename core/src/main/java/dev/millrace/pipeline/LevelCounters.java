package dev.millrace.pipeline;

import java.util.List;
import java.util.function.Supplier;

/**
 * What is counted of one level. A run keeps it for as long as somebody holds the run, so it lets go
 * of the task, and thereby of all that the operators hold, once the level has ended. Thread-safe.
 */
final class LevelCounters {
  private volatile Supplier<List<OpCounters>> source;

  LevelCounters(PipelineTask<?> running) {
    source = running::counters;
  }

  List<OpCounters> counters() {
    return source.get();
  }

  /** No step of the level comes any more. To be called once. */
  void settle() {
    List<OpCounters> last = source.get();
    source = () -> last;
  }
}
