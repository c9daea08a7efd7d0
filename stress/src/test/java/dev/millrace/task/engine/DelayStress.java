package dev.millrace.task.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who puts a timer up and takes it down, who comes and goes meanwhile, and who resumes it. */
final class DelayStress {

  private static final long DELAY_NANOS = 1_000;

  private DelayStress() {}

  /** One resumer behind a timer; timers go off when the test says so. */
  public static class Timed {
    private final AtomicInteger up = new AtomicInteger();
    private volatile Runnable action = () -> {};
    private long now;

    final AtomicInteger told = new AtomicInteger();
    final ResumeListener task = told::incrementAndGet;
    final OneShotResumer timer = Delay.resumerAfter(DELAY_NANOS, new Clock());

    private final class Clock extends NoHost {
      @Override
      public long nanoTime() {
        return now;
      }

      @Override
      public Timer after(long delayNanos, Runnable newAction) {
        AtomicBoolean counted = new AtomicBoolean(true);
        action = newAction;
        up.getAndIncrement();
        return () -> {
          if (counted.getAndSet(false)) {
            up.getAndDecrement();
          }
        };
      }
    }

    /** Somebody waits for it, and gives up. */
    final void takeDown() {
      ResumeListener leaving = () -> {};
      boolean _ = timer.suspend(leaving);
      timer.abandon(leaving);
    }

    final void letTimePass() {
      now = DELAY_NANOS;
    }

    final int timersUp() {
      return up.get();
    }

    /** What is up goes off. */
    final void goOff() {
      if (up.get() > 0) {
        action.run();
      }
    }
  }

  /** It is down, and put up again for somebody who comes while it is resumed by hand. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 0", "0, 0, 0"},
      expect = ACCEPTABLE,
      desc = "it waits and was told, or goes on; and the timer is down")
  @Outcome(expect = FORBIDDEN, desc = "it waits for ever, or a timer stays up for nobody")
  @State
  public static class ResumeAgainstPutUp extends Timed {
    public ResumeAgainstPutUp() {
      takeDown();
    }

    @Actor
    public void coming(III_Result r) {
      r.r1 = timer.suspend(task) ? 1 : 0;
    }

    @Actor
    public void resuming() {
      timer.resume();
    }

    @Arbiter
    public void after(III_Result r) {
      r.r2 = told.get();
      r.r3 = timersUp();
    }
  }

  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 0"},
      expect = ACCEPTABLE,
      desc = "told or not, and the timer is down")
  @Outcome(expect = FORBIDDEN, desc = "told twice, or a timer stays up for nobody")
  @State
  public static class ResumeAgainstTakeDown extends Timed {
    public ResumeAgainstTakeDown() {
      boolean _ = timer.suspend(task);
    }

    @Actor
    public void leaving() {
      timer.abandon(task);
    }

    @Actor
    public void resuming() {
      timer.resume();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = told.get();
      r.r2 = timersUp();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "whoever came has one timer, which tells it")
  @Outcome(expect = FORBIDDEN, desc = "it waits for ever, or has several timers")
  @State
  public static class ComeAgainstTakeDown extends Timed {
    private final ResumeListener leaving = () -> {};

    public ComeAgainstTakeDown() {
      boolean _ = timer.suspend(leaving);
    }

    @Actor
    public void leaving() {
      timer.abandon(leaving);
    }

    @Actor
    public void coming() {
      boolean _ = timer.suspend(task);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = timersUp();
      goOff();
      r.r2 = told.get();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "one timer, which tells both")
  @Outcome(expect = FORBIDDEN, desc = "one of them waits for ever, or there are two timers")
  @State
  public static class TwoCome extends Timed {
    private final ResumeListener other = told::incrementAndGet;

    public TwoCome() {
      takeDown();
    }

    @Actor
    public void first() {
      boolean _ = timer.suspend(task);
    }

    @Actor
    public void second() {
      boolean _ = timer.suspend(other);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = timersUp();
      goOff();
      r.r2 = told.get();
    }
  }

  /** It is down, and its time is over, so that whoever asks resumes it. */
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "resumed by asking: whoever comes goes on")
  @Outcome(
      id = {"1, 1, 0", "1, 1, 1"},
      expect = ACCEPTABLE,
      desc = "told by its timer, or by whoever asked")
  @Outcome(expect = FORBIDDEN, desc = "it waits for ever, or is told for nothing")
  @State
  public static class AskAgainstCome extends Timed {
    public AskAgainstCome() {
      takeDown();
      letTimePass();
    }

    @Actor
    public void coming(III_Result r) {
      r.r1 = timer.suspend(task) ? 1 : 0;
    }

    @Actor
    public void asking(III_Result r) {
      r.r3 = timer.isResumed() ? 1 : 0;
    }

    @Arbiter
    public void after(III_Result r) {
      goOff();
      r.r2 = timersUp() == 0 ? told.get() : -1;
    }
  }
}
