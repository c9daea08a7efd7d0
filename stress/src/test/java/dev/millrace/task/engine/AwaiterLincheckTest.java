package dev.millrace.task.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** A task that hangs on an awaiter is told exactly once, or goes on at once, never both. */
final class AwaiterLincheckTest {

  @Test
  void single() {
    ModelChecking.options().check(Single.class);
  }

  @Test
  void any() {
    ModelChecking.options().check(Any.class);
  }

  @Test
  void all() {
    ModelChecking.options().check(All.class);
  }

  @Test
  void suspendByLookingIsFoundOut() {
    assertThatThrownBy(() -> ModelChecking.options(200).check(SuspendsByLooking.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  public abstract static class Wait {
    final OneShotResumer first = new OneShotResumer();
    final OneShotResumer second = new OneShotResumer();
    private final AtomicInteger told = new AtomicInteger();
    private volatile boolean hangs;
    private volatile boolean wentOn;

    abstract Suspender awaiter();

    @Operation(runOnce = true)
    public void suspend() {
      if (awaiter().suspend(told::incrementAndGet)) {
        hangs = true;
      } else {
        wentOn = true;
      }
    }

    @Operation
    public void resumeFirst() {
      first.resume();
    }

    @Operation
    public void resumeSecond() {
      second.resume();
    }

    @Validate
    public void toldOnce() {
      boolean ready = awaiter().isReady();
      int expected = hangs && ready ? 1 : 0;
      if (told.get() != expected || (wentOn && !ready)) {
        throw new AssertionError("told " + told + " times, ready " + ready + ", hangs " + hangs);
      }
      if ((told.get() == 1 || wentOn) && first.listeners() + second.listeners() != 0) {
        throw new AssertionError("still registered");
      }
    }
  }

  public static class Single extends Wait {
    @Override
    Suspender awaiter() {
      return first;
    }
  }

  public static class Any extends Wait {
    private final CountingAwaiter awaiter = CountingAwaiter.any(List.of(first, second));

    @Override
    Suspender awaiter() {
      return awaiter;
    }
  }

  public static class All extends Wait {
    private final CountingAwaiter awaiter = CountingAwaiter.all(List.of(first, second));

    @Override
    Suspender awaiter() {
      return awaiter;
    }
  }

  /** Looks whether it is ready, and then hangs the task on: a resume in between is lost. */
  public static class SuspendsByLooking extends Wait {
    private volatile ResumeListener listener;
    private volatile boolean resumed;

    @Override
    Suspender awaiter() {
      return new Suspender() {
        @Override
        public boolean suspend(ResumeListener task) {
          if (resumed) {
            return false;
          }
          listener = task;
          return true;
        }

        @Override
        public void abandon(ResumeListener task) {}

        @Override
        public boolean isReady() {
          return resumed;
        }
      };
    }

    @Override
    public void resumeFirst() {
      if (!resumed) {
        resumed = true;
        ResumeListener told = listener;
        if (told != null) {
          told.resumed();
        }
      }
    }
  }
}
