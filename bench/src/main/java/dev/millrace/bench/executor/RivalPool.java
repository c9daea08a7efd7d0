package dev.millrace.bench.executor;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** A rival with its threads started. Thread-safe. */
interface RivalPool extends AutoCloseable {

  /** Where the pool itself chooses the thread; pinned pools take their threads in turn. */
  Executor shared();

  /** The thread with this index, counted round, if the pool is pinned; else {@link #shared()}. */
  default Executor lane(int index) {
    return shared();
  }

  /**
   * Calls {@code step} until it answers false, and gives the thread back between any two calls: by
   * default as a runnable that submits itself again.
   */
  default void repeat(int lane, BooleanSupplier step) {
    Executor executor = lane(lane);
    executor.execute(
        new Runnable() {
          @Override
          public void run() {
            if (step.getAsBoolean()) {
              executor.execute(this);
            }
          }
        });
  }

  /** Ends the threads; what is still queued may be lost. Does not wait for long. */
  @Override
  void close();
}
