package dev.millrace.server.engine;

import dev.millrace.server.flow.TaskState;
import dev.millrace.server.store.WorkflowQuery.Range;

/** When things are to have happened to the tasks that somebody looks for. */
record TaskTimes(Range scheduled, Range started, Range updated, Range ended) {

  static final TaskTimes ANY = new TaskTimes(Range.ALL, Range.ALL, Range.ALL, Range.ALL);

  boolean restrict() {
    return !equals(ANY);
  }

  boolean hold(TaskState.Times times) {
    return within(times.scheduled(), scheduled)
        && within(times.started(), started)
        && within(times.updated(), updated)
        && within(times.ended(), ended);
  }

  /** What has not happened is in no range. */
  private static boolean within(long time, Range range) {
    return range.equals(Range.ALL) || (time != 0 && range.from() <= time && time < range.to());
  }

  /** A workflow that did not live in this time has no such task. */
  Range alive() {
    return scheduled.and(started).and(updated).and(ended);
  }
}
