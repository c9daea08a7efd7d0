package dev.millrace.bench.executor;

/** What kind of executor a contender is. */
enum Side {
  OURS,
  /** Any thread may run any runnable. */
  GENERAL,
  /** A queue per thread: what was handed to a thread stays with it, work is not shared. */
  PINNED
}
