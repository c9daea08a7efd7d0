package dev.millrace.bench.executor;

import dev.millrace.executor.MillraceExecutor;

/**
 * A piece of work that every contender does in its own way. What an operation is, and how ours and
 * the rivals do it, stands in the Javadoc of each implementation.
 */
interface Workload {

  /** The name in tables and in JSON. */
  String name();

  Goal goal();

  BatchSize batchSize();

  /** How many times as long as others its rounds are that count. */
  default int roundTimes() {
    return 1;
  }

  /** How many runnables may wait in one queue: the size of the rivals' queues that are bounded. */
  default int backlog() {
    return 1_024;
  }

  /** What is prepared here, such as parked tasks, is not timed. */
  Scenario ours(MillraceExecutor executor) throws InterruptedException;

  Scenario rival(RivalPool pool);
}
