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

  long nanoTime();

  /** Runs {@code action}, which must be short and must not throw, after {@code delayNanos}. */
  Timer after(long delayNanos, Runnable action);

  /**
   * Waits on the calling thread.
   *
   * @throws IllegalStateException on a thread that must not block, because it runs tasks
   */
  Outcome await(CompletableFuture<Outcome> done) throws InterruptedException;
}
