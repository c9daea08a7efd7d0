package dev.millrace.task;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A task that was submitted alone. Thread-safe. */
public interface TaskHandle extends TaskSignal {

  /** Completes with how the task ended, never exceptionally. Only the scheduler completes it. */
  CompletableFuture<Outcome> done();

  Outcome await() throws InterruptedException;

  /** Wakes the task if it is blocked and ends it after the step under way if it is running. */
  void cancel(@Nullable Throwable cause);
}
