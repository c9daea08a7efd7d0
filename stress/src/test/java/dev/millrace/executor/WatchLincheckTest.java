package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * If a worker has kept something and another sleeps, one that sleeps has the watch, however they
 * fall asleep, look up, are called and get up (SIGNALLING.md, section 6, "Somebody watches").
 */
final class WatchLincheckTest {

  private static ModelCheckingOptions options(int iterations) {
    return ModelChecking.options(iterations).threads(3).actorsBefore(0).actorsAfter(0);
  }

  @Test
  void somebodyWatchesOverWhatIsKept() {
    options(30).check(Right.class);
  }

  /** The same in a copy, of which the mutants are made. */
  @Test
  void copyIsRight() {
    options(30).check(Copy.class);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        GivesUpBlindly.class,
        AppointsBlindly.class,
        HandsOnFirst.class,
        ParksBlindly.class
      })
  void mutantIsFoundOut(Class<?> mutant) {
    assertThatThrownBy(() -> options(300).check(mutant)).isInstanceOf(LincheckAssertionError.class);
  }

  /** Three workers, all asleep, of which worker 0 keeps something when it is up. */
  public abstract static class Workers {
    static final int COUNT = 3;

    final SummaryTree tree;
    final IdleWorkers idle;

    /** Whether it has gone to sleep, and not got up since. Each of its worker. */
    private final boolean[] asleep = new boolean[COUNT];

    private boolean kept;

    Workers() {
      SignalWaker[] wakers = new SignalWaker[COUNT];
      Arrays.setAll(wakers, i -> new SignalWaker(i, COUNT));
      tree = new SummaryTree(BitTree.FAN, wakers);
      idle = tree.idle();
      sleep(1); // and has the watch
      sleep(2);
      sleep(0);
    }

    abstract void ensureWatched();

    abstract boolean watches(int worker);

    abstract void stopWatching(int worker);

    @Operation(nonParallelGroup = "keeper")
    public void keep() {
      getUp(0);
      kept = true;
      ensureWatched();
    }

    @Operation(nonParallelGroup = "keeper")
    public void keeperSleeps() {
      kept = false;
      sleep(0);
    }

    @Operation(nonParallelGroup = "first")
    public void firstSleeps() {
      sleep(1);
    }

    @Operation(nonParallelGroup = "first")
    public void firstLooksUp() {
      lookUp(1);
    }

    @Operation(nonParallelGroup = "first")
    public void firstGetsUp() {
      getUp(1);
    }

    @Operation(nonParallelGroup = "second")
    public void secondSleeps() {
      sleep(2);
    }

    @Operation(nonParallelGroup = "second")
    public void secondLooksUp() {
      lookUp(2);
    }

    @Operation(nonParallelGroup = "second")
    public void secondGetsUp() {
      getUp(2);
    }

    /** As {@link Sleep} does it. */
    private void sleep(int worker) {
      if (!asleep[worker]) {
        asleep[worker] = true;
        idle.beginSearch();
        boolean _ = watches(worker);
        idle.sleep(worker);
        lookUpBeforeItParks(worker);
      }
    }

    void lookUpBeforeItParks(int worker) {
      lookUp(worker);
    }

    private void lookUp(int worker) {
      if (asleep[worker] && idle.isSleeping(worker)) {
        boolean _ = watches(worker);
      }
    }

    void getUp(int worker) {
      if (asleep[worker]) {
        asleep[worker] = false;
        boolean _ = idle.wakeUp(worker);
        stopWatching(worker);
        boolean _ = idle.endSearch();
      }
    }

    /** Who has the watch looks up, and whoever was called gets up. */
    @Validate
    public void somebodyWatches() {
      for (int worker = 0; worker < COUNT; worker++) {
        if (asleep[worker] && !idle.isSleeping(worker)) {
          getUp(worker);
        }
      }
      if (!kept || !idle.anySleeping()) {
        return;
      }
      // Nobody sees who has the watch, but who has it not and is awake would take it here.
      boolean watched = !watches(0);
      boolean bySleeper = false;
      for (int worker = 1; worker < COUNT; worker++) {
        bySleeper |= idle.isSleeping(worker) && watches(worker);
      }
      if (!watched || !bySleeper) {
        throw new AssertionError("nobody watches: " + idle);
      }
    }
  }

  public static class Right extends Workers {
    /** By anybody, if nobody searches. */
    @Operation
    public void call() {
      tree.release(1);
    }

    @Override
    void ensureWatched() {
      tree.ensureWatched();
    }

    @Override
    boolean watches(int worker) {
      return tree.watches(worker);
    }

    @Override
    void stopWatching(int worker) {
      tree.stopWatching(worker);
    }
  }

  public static class Copy extends Workers {
    final AtomicInteger watcher;

    public Copy() {
      watcher = new AtomicInteger(IdleWorkers.NOBODY);
      super();
    }

    @Override
    void ensureWatched() {
      if (watcher.get() == IdleWorkers.NOBODY && idle.anySleeping()) {
        appoint();
      }
    }

    private void appoint() {
      int sleeper = idle.anySleeper();
      while (sleeper != IdleWorkers.NOBODY
          && watcher.compareAndSet(IdleWorkers.NOBODY, sleeper)
          && !isAsleepAfterAll(sleeper)
          && watcher.compareAndSet(sleeper, IdleWorkers.NOBODY)) {
        sleeper = idle.anySleeper();
      }
    }

    boolean isAsleepAfterAll(int sleeper) {
      return idle.isSleeping(sleeper);
    }

    @Override
    boolean watches(int worker) {
      if (idle.areAllSleeping(COUNT)) {
        watcher.compareAndSet(worker, IdleWorkers.NOBODY);
        if (areAllSleepingAfterAll()) {
          return false;
        }
      }
      return watcher.get() == worker || watcher.compareAndSet(IdleWorkers.NOBODY, worker);
    }

    boolean areAllSleepingAfterAll() {
      return idle.areAllSleeping(COUNT);
    }

    @Override
    void stopWatching(int worker) {
      if (watcher.get() == worker
          && watcher.compareAndSet(worker, IdleWorkers.NOBODY)
          && !idle.areAllSleeping(COUNT - 1)) {
        appoint();
      }
    }
  }

  /** Has seen all asleep, gives up the watch, and does not look again. */
  public static class GivesUpBlindly extends Copy {
    @Override
    boolean areAllSleepingAfterAll() {
      return true;
    }
  }

  /** Does not look whether the sleeper that it has appointed has got up meanwhile. */
  public static class AppointsBlindly extends Copy {
    @Override
    boolean isAsleepAfterAll(int sleeper) {
      return true;
    }
  }

  /** Parks if somebody else had the watch before it published that it sleeps. */
  public static class ParksBlindly extends Copy {
    @Override
    void lookUpBeforeItParks(int worker) {}
  }

  /** Looks who is awake before it gives up the watch: whoever gets up in between relies on it. */
  public static class HandsOnFirst extends Copy {
    @Override
    void stopWatching(int worker) {
      boolean alone = idle.areAllSleeping(COUNT - 1);
      if (watcher.compareAndSet(worker, IdleWorkers.NOBODY) && !alone) {
        ensureWatched();
      }
    }
  }
}
