package dev.millrace.task.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Places, wakes, resumers and awaiters; and the end of a task that belongs to no group. */
final class EngineStress {

  private EngineStress() {}

  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "too soon: it has no place yet")
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "woken in its place")
  @Outcome(expect = FORBIDDEN, desc = "woken where it is not")
  @State
  public static class PlaceAgainstWake {
    private int wokenAt;
    private final SoloTask task =
        new SoloTask(
            Task.of("t", (_, _) -> TaskStatus.FINISHED),
            new NoHost() {
              @Override
              public void wake(TaskInstance instance) {
                wokenAt = instance.home() == null ? -1 : instance.slot();
              }
            });

    @Actor
    public void scheduler() {
      task.place(new Home() {}, 3);
    }

    @Actor
    public void waker(I_Result r) {
      task.wake();
      r.r1 = wokenAt;
    }
  }

  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the wake on its way will do: it sees the data")
  @Outcome(
      id = {"1, 0", "1, 1"},
      expect = ACCEPTABLE,
      desc = "it is passed on anew")
  @Outcome(
      id = "0, 0",
      expect = FORBIDDEN,
      desc = "lost: nobody wakes it, and the data was not seen")
  @State
  public static class SummonAgainstAnswer {
    private final SoloTask task =
        new SoloTask(Task.of("t", (context, id) -> TaskStatus.FINISHED), new NoHost());
    private int data;

    public SummonAgainstAnswer() {
      boolean _ = task.summon(); // one is on its way
    }

    @Actor
    public void waker(II_Result r) {
      data = 1;
      r.r1 = task.summon() ? 1 : 0;
    }

    @Actor
    public void worker(II_Result r) {
      task.answerSummons();
      r.r2 = data;
    }
  }

  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, 0"},
      expect = ACCEPTABLE,
      desc = "it hangs and was told, or went on")
  @Outcome(expect = FORBIDDEN, desc = "it hangs for ever, or was told for nothing")
  @State
  public static class SuspendAgainstResume {
    private final OneShotResumer resumer = new OneShotResumer();
    private final AtomicInteger told = new AtomicInteger();

    @Actor
    public void task(II_Result r) {
      r.r1 = resumer.suspend(told::incrementAndGet) ? 1 : 0;
    }

    @Actor
    public void resuming() {
      resumer.resume();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = told.get();
    }
  }

  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, 0"},
      expect = ACCEPTABLE,
      desc = "it hangs and was told once, or went on")
  @Outcome(expect = FORBIDDEN, desc = "lost, told twice, or told for nothing")
  @State
  public static class AnyOfTwo {
    private final OneShotResumer a = new OneShotResumer();
    private final OneShotResumer b = new OneShotResumer();
    private final CountingAwaiter any = CountingAwaiter.any(List.of(a, b));
    private final AtomicInteger told = new AtomicInteger();

    @Actor
    public void task(II_Result r) {
      r.r1 = any.suspend(told::incrementAndGet) ? 1 : 0;
    }

    @Actor
    public void resuming() {
      a.resume();
      b.resume();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = told.get() + 10 * (a.listeners() + b.listeners());
    }
  }

  /** A task that is cancelled while it hangs on one resumer. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 0"},
      expect = ACCEPTABLE,
      desc = "told or not, and forgotten")
  @Outcome(expect = FORBIDDEN, desc = "told twice, or a listener that stays")
  @State
  public static class AbandonAgainstResume {
    private final OneShotResumer resumer = new OneShotResumer();
    private final AtomicInteger told = new AtomicInteger();
    private final ResumeListener task = told::incrementAndGet;

    public AbandonAgainstResume() {
      boolean _ = resumer.suspend(task);
    }

    @Actor
    public void cancelled() {
      resumer.abandon(task);
    }

    @Actor
    public void resuming() {
      resumer.resume();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = told.get();
      r.r2 = resumer.listeners();
    }
  }

  /** The same with any of two, of which one is never resumed. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 0"},
      expect = ACCEPTABLE,
      desc = "told or not, and forgotten")
  @Outcome(expect = FORBIDDEN, desc = "told twice, or a listener that stays")
  @State
  public static class AbandonAgainstAny {
    private final OneShotResumer a = new OneShotResumer();
    private final OneShotResumer b = new OneShotResumer();
    private final CountingAwaiter any = CountingAwaiter.any(List.of(a, b));
    private final AtomicInteger told = new AtomicInteger();
    private final ResumeListener task = told::incrementAndGet;

    public AbandonAgainstAny() {
      boolean _ = any.suspend(task);
    }

    @Actor
    public void cancelled() {
      any.abandon(task);
    }

    @Actor
    public void resuming() {
      a.resume();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = told.get();
      r.r2 = a.listeners() + b.listeners();
    }
  }

  /** The same with all of two. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 0"},
      expect = ACCEPTABLE,
      desc = "told or not, and forgotten")
  @Outcome(expect = FORBIDDEN, desc = "told twice, or a listener that stays")
  @State
  public static class AbandonAgainstAll {
    private final OneShotResumer a = new OneShotResumer();
    private final OneShotResumer b = new OneShotResumer();
    private final CountingAwaiter all = CountingAwaiter.all(List.of(a, b));
    private final AtomicInteger told = new AtomicInteger();
    private final ResumeListener task = told::incrementAndGet;

    public AbandonAgainstAll() {
      boolean _ = all.suspend(task);
    }

    @Actor
    public void cancelled() {
      all.abandon(task);
    }

    @Actor
    public void resuming() {
      a.resume();
      b.resume();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = told.get();
      r.r2 = a.listeners() + b.listeners();
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "whoever asked knows the end")
  @Outcome(expect = FORBIDDEN, desc = "a future that never completes")
  @State
  public static class DoneAgainstEnded {
    private final SoloTask task =
        new SoloTask(Task.of("t", (_, _) -> TaskStatus.FINISHED), new NoHost());
    private volatile CompletableFuture<dev.millrace.task.Outcome> asked;

    @Actor
    public void asking() {
      asked = task.done();
    }

    @Actor
    public void ending() {
      task.ended(dev.millrace.task.Outcome.FINISHED);
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = asked.isDone() && task.done().isDone() ? 1 : 0;
    }
  }
}
