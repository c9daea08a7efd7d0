package dev.millrace.task.engine;

import dev.millrace.task.Outcome;
import java.util.concurrent.CompletableFuture;

/** Runs nobody, and its time stands still. */
public class NoHost implements Host {
  @Override
  public void wake(TaskInstance instance) {}

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public Timer after(long delayNanos, Runnable action) {
    return () -> {};
  }

  @Override
  public Outcome await(CompletableFuture<Outcome> done) {
    return done.join();
  }
}
