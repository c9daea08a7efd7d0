package dev.millrace.bench.executor;

/** How something that may hang went. */
sealed interface Turn<T> {

  record Done<T>(T value) implements Turn<T> {}

  /** Did not go well; {@code why} is for people. */
  record Failed<T>(String why) implements Turn<T> {}

  /** Not over within its time. */
  record Hung<T>(String why) implements Turn<T> {}
}
