package dev.millrace.task.engine;

import dev.millrace.task.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Counts wakes; a clock that the test moves, and timers that the test lets go off. */
final class FakeHost implements Host {

  long now;
  long cpu;

  /** The next look at the clock throws it. */
  @Nullable Error defect;

  /** What somebody else does while the next timer is put up, or taken down. */
  @Nullable Runnable meanwhile;

  int wakes;

  /** Those that were neither cancelled nor have gone off. */
  final List<Runnable> timers = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void wake(TaskInstance instance) {
    wakes++;
  }

  @Override
  public long nanoTime() {
    Error thrown = defect;
    if (thrown != null) {
      defect = null;
      throw thrown;
    }
    return now;
  }

  @Override
  public long cpuNanos() {
    return cpu;
  }

  @Override
  public Timer after(long delayNanos, Runnable action) {
    timers.add(action);
    letOthersGoOn();
    return () -> {
      timers.remove(action);
      letOthersGoOn();
    };
  }

  private void letOthersGoOn() {
    Runnable others = meanwhile;
    if (others != null) {
      meanwhile = null;
      others.run();
    }
  }

  @Override
  public Outcome await(CompletableFuture<Outcome> done) {
    return done.join();
  }
}
