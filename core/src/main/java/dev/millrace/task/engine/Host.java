package dev.millrace.task.engine;

import dev.millrace.task.Outcome;
import java.util.concurrent.CompletableFuture;

/** What a scheduler does for the contexts and handles of its tasks. Thread-safe. */
public interface Host {

  /** A timer that has not gone off yet. */
  @FunctionalInterface
  interface Timer {
    /** Does nothing if it has gone off. */
    void cancel();
  }

  /**
   * Makes an instance that has a place run soon, however often it is called before that. From any
   * thread, never lost; does nothing for an instance that has left its place.
   */
  void wake(TaskInstance instance);

  /** Like {@link #wake}, but may run the instance on this thread. */
  default void wakeHere(TaskInstance instance) {
    wake(instance);
  }

  long nanoTime();

  /** See {@link dev.millrace.task.TaskContext#cpuNanos()}; where time only passes in turns. */
  default long cpuNanos() {
    return nanoTime();
  }

  /** Whether this thread only runs tasks: then nobody waits to be told that it was interrupted. */
  default boolean isWorker() {
    return false;
  }

  /** Runs {@code action}, which must be short and must not throw, after {@code delayNanos}. */
  Timer after(long delayNanos, Runnable action);

  /**
   * Waits on the calling thread.
   *
   * @throws IllegalStateException on a thread that must not block, because it runs tasks
   */
  Outcome await(CompletableFuture<Outcome> done) throws InterruptedException;
}
