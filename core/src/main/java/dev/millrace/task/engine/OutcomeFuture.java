package dev.millrace.task.engine;

import dev.millrace.task.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The future that handles give away. Only the engine completes it, so one object serves everybody:
 * a copy for each caller would stay behind as a dependent, and whoever polls would fill the memory.
 *
 * <p>What a future offers to give itself a value some time later gives it to a copy. Thread-safe.
 */
final class OutcomeFuture extends CompletableFuture<Outcome> {

  static OutcomeFuture of(Outcome outcome) {
    OutcomeFuture future = new OutcomeFuture();
    future.end(outcome);
    return future;
  }

  void end(Outcome outcome) {
    super.complete(outcome);
  }

  /** Not by its holders. */
  @Override
  public boolean complete(Outcome value) {
    return false;
  }

  /** Not by its holders. */
  @Override
  public boolean completeExceptionally(Throwable error) {
    return false;
  }

  /** Not by its holders: cancelling a future does not cancel the work. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return false;
  }

  @Override
  public void obtrudeValue(Outcome value) {
    throw new UnsupportedOperationException("the outcome of a task cannot be changed");
  }

  @Override
  public void obtrudeException(Throwable error) {
    throw new UnsupportedOperationException("the outcome of a task cannot be changed");
  }

  @Override
  public CompletableFuture<Outcome> completeAsync(Supplier<? extends Outcome> supplier) {
    return copy().completeAsync(supplier);
  }

  @Override
  public CompletableFuture<Outcome> completeAsync(
      Supplier<? extends Outcome> supplier, Executor executor) {
    return copy().completeAsync(supplier, executor);
  }

  @Override
  public CompletableFuture<Outcome> orTimeout(long timeout, TimeUnit unit) {
    return copy().orTimeout(timeout, unit);
  }

  @Override
  public CompletableFuture<Outcome> completeOnTimeout(Outcome value, long timeout, TimeUnit unit) {
    return copy().completeOnTimeout(value, timeout, unit);
  }
}
