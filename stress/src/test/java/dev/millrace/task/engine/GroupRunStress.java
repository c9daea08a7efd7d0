package dev.millrace.task.engine;

import static dev.millrace.task.Outcome.FINISHED;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.millrace.task.Outcome.Cancelled;
import dev.millrace.task.Outcome.Failed;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.io.Serial;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** How a group ends, and who is told: each word of {@link GroupRun} that several threads change. */
final class GroupRunStress {

  /** Held, so that it stays off: what comes after the end of a group is logged, too. */
  private static final Logger LOG = Logger.getLogger(GroupRun.class.getName());

  static {
    LOG.setLevel(Level.OFF);
  }

  private GroupRunStress() {}

  private static TaskGroup groupOf(int count) {
    return TaskGroup.of(Task.of("t", (_, _) -> TaskStatus.FINISHED), count);
  }

  private static GroupRun run(TaskGroup group) {
    return new GroupRun(group, ScheduleOptions.DEFAULT, new NoHost());
  }

  /** Cheap to make. */
  private static final class Planted extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    Planted() {
      super("planted", null, true, false);
    }

    boolean showsOnly(Throwable other) {
      Throwable[] shown = getSuppressed();
      return shown.length == 1 && shown[0] == other;
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the continuation ran once, then it was done")
  @Outcome(expect = FORBIDDEN, desc = "never, twice, or too early")
  @State
  public static class LastOfTwo {
    private final AtomicInteger continued = new AtomicInteger();
    private int plain;
    private final GroupRun group =
        run(groupOf(2).withContinuation(_ -> continued.addAndGet(plain > 0 ? 1 : 10)));

    @Actor
    public void first() {
      plain = 1;
      group.finishedBare(1);
    }

    @Actor
    public void second() {
      group.instanceEnded(1, FINISHED);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = continued.get();
      r.r2 = group.done().isDone() ? 1 : 0;
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the failure is the outcome")
  @Outcome(expect = FORBIDDEN, desc = "the continuation of a failed group, or another outcome")
  @State
  public static class FailureAgainstFinish {
    private final AtomicInteger continued = new AtomicInteger();
    private final GroupRun group =
        run(groupOf(2).withContinuation(_ -> continued.incrementAndGet()));

    @Actor
    public void failing() {
      group.instanceEnded(0, new Failed(new Planted()));
    }

    @Actor
    public void finishing() {
      group.instanceEnded(1, FINISHED);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = group.done().join() instanceof Failed ? 1 : 0;
      r.r2 = continued.get();
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "one is the outcome, and shows the other")
  @Outcome(expect = FORBIDDEN, desc = "an error is lost, or shown twice")
  @State
  public static class FailureAgainstFailure {
    private final Planted one = new Planted();
    private final Planted two = new Planted();
    private final GroupRun group = run(groupOf(2));

    @Actor
    public void first() {
      group.instanceEnded(0, new Failed(one));
    }

    @Actor
    public void second() {
      group.instanceEnded(1, new Failed(two));
    }

    @Arbiter
    public void after(I_Result r) {
      Throwable shown = group.done().join() instanceof Failed(var error) ? error : null;
      boolean both = shown == one ? one.showsOnly(two) : shown == two && two.showsOnly(one);
      r.r1 = both ? 1 : 0;
    }
  }

  /** An instance answers Cancelled by itself. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the error says more, whoever was first")
  @Outcome(expect = FORBIDDEN, desc = "the group is cancelled, and nobody knows of the error")
  @State
  public static class FailureAgainstOwnAnswer {
    private final Planted error = new Planted();
    private final GroupRun group = run(groupOf(2));

    @Actor
    public void failing() {
      group.instanceEnded(0, new Failed(error));
    }

    @Actor
    public void answering() {
      group.instanceEnded(1, new Cancelled(null));
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = group.done().join().equals(new Failed(error)) ? 1 : 0;
    }
  }

  /** Twice, for different reasons, while the last instance ends and the continuation runs. */
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "cancelled: it does not continue")
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "continued to the end, and never knew")
  @Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "learned of it under way, and finished")
  @Outcome(
      expect = FORBIDDEN,
      desc = "a cancelled group continues or a continued one is cancelled; or its token goes back")
  @State
  public static class CancelAgainstContinuation {
    private static final int LOOKS = 10;

    private final Planted first = new Planted();
    private final Planted second = new Planted();
    private final GroupRun group = run(groupOf(1).withContinuation(this::look));

    /** Whether it ran, and knew. Written by the continuation alone. */
    private int knew;

    private void look(TaskContext context) {
      boolean before = context.cancelToken().isCancelled();
      for (int i = 0; i < LOOKS && !context.cancelToken().isCancelled(); i++) {
        Thread.onSpinWait();
      }
      Throwable cause = context.cancelToken().cause();
      boolean after = context.cancelToken().isCancelled();
      boolean wentBack = (before && cause == null) || (cause != null && !after);
      knew = wentBack || cause == second ? -1 : after ? 2 : 1;
    }

    @Actor
    public void ending() {
      group.instanceEnded(0, FINISHED);
    }

    @Actor
    public void cancelling() {
      group.cancel(first);
      group.cancel(second);
    }

    @Arbiter
    public void after(III_Result r) {
      r.r1 = knew;
      r.r2 =
          switch (group.done().join()) {
            case dev.millrace.task.Outcome.Finished _ -> 1;
            case Cancelled(var cause) when cause == first -> 0;
            case Cancelled _, Failed _ -> -1;
          };
      r.r3 = group.isCancelled() ? 1 : 0;
    }
  }

  /** The same with a continuation that fails. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "cancelled: it does not continue")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "its error is the outcome")
  @Outcome(expect = FORBIDDEN, desc = "the error of a continuation is lost")
  @State
  public static class CancelAgainstFailingContinuation {
    private final Planted error = new Planted();
    private int continued;
    private final GroupRun group =
        run(
            groupOf(1)
                .withContinuation(_ -> {
                  continued++;
                  throw error;
                }));

    @Actor
    public void ending() {
      group.instanceEnded(0, FINISHED);
    }

    @Actor
    public void cancelling() {
      group.cancel(null);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = continued;
      r.r2 = group.done().join().equals(new Failed(error)) && group.cause() == error ? 1 : 0;
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "notified once")
  @Outcome(expect = FORBIDDEN, desc = "never, or twice")
  @State
  public static class TwoRequests {
    private final AtomicInteger notified = new AtomicInteger();
    private final GroupRun group =
        run(groupOf(1).withNotifyFinish(_ -> notified.incrementAndGet()));

    @Actor
    public void first() {
      group.requestFinish();
    }

    @Actor
    public void second() {
      group.requestFinish();
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = notified.get();
    }
  }

  /** What is told to finish fails, and so does the last instance, which nobody told. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "failed, and the other error is shown with it")
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "cancelled, and the other error is shown with it")
  @Outcome(expect = FORBIDDEN, desc = "an error is lost, or shown twice")
  @State
  public static class FailingRequestAgainstFailure {
    private final Planted failure = new Planted();
    private final Planted refusal = new Planted();
    private final GroupRun group =
        run(
            groupOf(1)
                .withNotifyFinish(_ -> {
                  throw refusal;
                }));

    @Actor
    public void requesting() {
      group.requestFinish();
    }

    @Actor
    public void failing() {
      group.instanceEnded(0, new Failed(failure));
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 =
          switch (group.done().join()) {
            case Failed(var error) when error == failure && failure.showsOnly(refusal) -> 1;
            case Cancelled(var cause) when cause == refusal && refusal.showsOnly(failure) -> 2;
            case dev.millrace.task.Outcome.Finished _, Failed _, Cancelled _ -> 0;
          };
    }
  }

  /** Both need an object of their own, and the first of them makes the place for all. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both are found there")
  @Outcome(expect = FORBIDDEN, desc = "one stands where nobody looks")
  @State
  public static class TwoInstances {
    private final GroupRun group =
        run(TaskGroup.of(Task.of("t", (_, _) -> TaskStatus.CONTINUE), 2));

    @Actor
    public void first() {
      var _ = group.runFirst(0);
    }

    @Actor
    public void second() {
      var _ = group.runFirst(1);
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = (int) group.counters().steps();
    }
  }
}
