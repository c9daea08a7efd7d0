package dev.millrace.bench.executor;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * A new virtual thread for each runnable. The threads that carry them are one pool per process,
 * limited by {@link Contender#limitCarriers}.
 */
record VirtualThreadPool(ExecutorService shared) implements RivalPool {

  VirtualThreadPool() {
    this(Executors.newVirtualThreadPerTaskExecutor());
  }

  /** Stays one thread and yields: faster than a new thread for each step. */
  @Override
  @SuppressWarnings("ThreadPriorityCheck") // a virtual thread's way to queue again
  public void repeat(int lane, BooleanSupplier step) {
    shared.execute(() -> {
      while (step.getAsBoolean()) {
        Thread.yield();
      }
    });
  }

  @Override
  public void close() {
    shared.shutdownNow();
  }
}
