package dev.millrace.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome.Failed;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Scheduler;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.NoHost;
import dev.millrace.task.engine.StepBudget;
import dev.millrace.task.engine.TaskInstance;
import java.io.Serial;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Groups that are launched and that end while the run of their pipeline does. */
final class LiveGroupsStress {
  private static final StepBudget BUDGET = new StepBudget(1, 1_000_000_000);

  private LiveGroupsStress() {}

  /** A run, whose groups have one step each, which an actor runs. */
  public static class Run {
    final AtomicInteger logged = new AtomicInteger();
    final LiveGroups groups = new LiveGroups(new Hand(), ScheduleOptions.DEFAULT, new Log(logged));

    final LiveGroups.Live launch(Task.Step step) {
      return groups.launch(TaskGroup.of(Task.of("t", step), 1));
    }

    /** Gives the group its only turn: it ends, and is told if it was cancelled before. */
    final void turn(LiveGroups.Live group) {
      GroupRun run = (GroupRun) group.handle();
      TaskInstance instance = run.runFirst(0);
      if (instance == null) {
        run.finishedBare(1);
      } else {
        var _ = instance.run(BUDGET, _ -> {});
      }
    }

    final boolean hasFailedOf(Throwable error) {
      return groups.outcome().equals(new Failed(error));
    }
  }

  /** No group escapes cancellation: it is entered before a look for the end. */
  @JCStressTest
  @Outcome(
      id = "1, 1",
      expect = ACCEPTABLE,
      desc = "it is cancelled, by its launcher or whoever ended the run, or both")
  @Outcome(expect = FORBIDDEN, desc = "neither sees the other: it goes on though the run is over")
  @State
  public static class LaunchAgainstFailure extends Run {
    private final FailingStep fails = new FailingStep();
    private final LiveGroups.Live group = launch(fails);
    private LiveGroups.@Nullable Live launched;

    @Actor
    public void launching() {
      launched = launch((_, _) -> TaskStatus.FINISHED);
    }

    @Actor
    public void failing() {
      turn(group);
    }

    @Arbiter
    public void after(II_Result r) {
      GroupRun run = (GroupRun) Objects.requireNonNull(launched).handle();
      r.r1 = run.isCancelled() && run.cause() == fails.error ? 1 : 0;
      r.r2 = hasFailedOf(fails.error) ? 1 : 0;
    }
  }

  @JCStressTest
  @Outcome(
      id = {"1, 1", "2, 2"},
      expect = ACCEPTABLE,
      desc = "one is the outcome, and shows the other if that has failed before it was cancelled")
  @Outcome(expect = FORBIDDEN, desc = "an error is lost, or shown twice")
  @State
  public static class FailureAgainstFailure extends Run {
    private final FailingStep one = new FailingStep();
    private final FailingStep two = new FailingStep();
    private final LiveGroups.Live first = launch(one);
    private final LiveGroups.Live second = launch(two);

    @Actor
    public void first() {
      turn(first);
    }

    @Actor
    public void second() {
      turn(second);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = one.ran() + two.ran();
      r.r2 = hasFailedOf(one.error) ? one.tells(two) : hasFailedOf(two.error) ? two.tells(one) : 0;
    }
  }

  /** A group answers Cancelled by itself. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "cancelled before the other one could fail")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the error says more, whoever was first")
  @Outcome(expect = FORBIDDEN, desc = "the run is cancelled, and its outcome shows no error")
  @State
  public static class FailureAgainstOwnAnswer extends Run {
    private final FailingStep fails = new FailingStep();
    private final LiveGroups.Live failing = launch(fails);
    private final LiveGroups.Live answering = launch((_, _) -> TaskStatus.CANCELLED);

    @Actor
    public void answering() {
      turn(answering);
    }

    @Actor
    public void failing() {
      turn(failing);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = fails.ran();
      r.r2 = (hasFailedOf(fails.error) ? 1 : 0) - logged.get();
    }
  }

  /** The owner of the run cancels it, and gives no cause that could show anything. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "cancelled before the group could fail")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "its error is the outcome, or logged")
  @Outcome(expect = FORBIDDEN, desc = "an error is lost, or told twice")
  @State
  public static class FailureAgainstCancel extends Run {
    private final FailingStep fails = new FailingStep();
    private final LiveGroups.Live group = launch(fails);

    @Actor
    public void failing() {
      turn(group);
    }

    @Actor
    public void cancelling() {
      groups.cancel(null);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = fails.ran();
      r.r2 = (hasFailedOf(fails.error) ? 1 : 0) + logged.get();
    }
  }

  /** A group that is no longer of use. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "dismissed before it could fail")
  @Outcome(id = "1, 1, 10", expect = ACCEPTABLE, desc = "it has failed before: the run is over")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "its error is logged, and the run goes on")
  @Outcome(expect = FORBIDDEN, desc = "an error is lost, told twice, or ends a run for nothing")
  @State
  public static class FailureAgainstDismiss extends Run {
    private final FailingStep fails = new FailingStep();
    private final LiveGroups.Live group = launch(fails);

    @Actor
    public void failing() {
      turn(group);
    }

    @Actor
    public void dismissing() {
      groups.dismiss(group);
    }

    @Arbiter
    public void after(III_Result r) {
      r.r1 = fails.ran();
      r.r2 = group.handle().done().join() instanceof Failed ? 1 : 0;
      r.r3 = (groups.isOver() ? 10 : 0) + logged.get();
    }
  }

  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the run goes on, and no group lives")
  @Outcome(expect = FORBIDDEN, desc = "the run is over for it, or the group lives for ever")
  @State
  public static class FinishAgainstDismiss extends Run {
    private final LiveGroups.Live group = launch((_, _) -> TaskStatus.FINISHED);

    @Actor
    public void finishing() {
      turn(group);
    }

    @Actor
    public void dismissing() {
      groups.dismiss(group);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = groups.isOver() ? 1 : 0;
      r.r2 = groups.allEnded().isDone() && group.ended().isDone() ? 1 : 0;
    }
  }

  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1", "1, 1"},
      expect = ACCEPTABLE,
      desc = "a run knows how a group has ended before others do")
  @Outcome(expect = FORBIDDEN, desc = "the next stage is begun though the last one has failed")
  @State
  public static class FailureAgainstLook extends Run {
    private final LiveGroups.Live group = launch(new FailingStep());

    @Actor
    public void failing() {
      turn(group);
    }

    @Actor
    public void looking(II_Result r) {
      r.r1 = group.ended().isDone() ? 1 : 0;
      r.r2 = groups.isOver() ? 1 : 0;
    }
  }

  private static final class FailingStep implements Task.Step {
    final Planted error = new Planted();
    private boolean ran;

    @Override
    public TaskStatus run(TaskContext context, int taskId) throws Planted {
      ran = true;
      throw error;
    }

    int ran() {
      return ran ? 1 : 0;
    }

    /** How many errors this one's, as an outcome, tells of: its own, and the other one's. */
    int tells(FailingStep other) {
      Throwable[] shown = error.getSuppressed();
      boolean isOther = shown.length == 1 && shown[0] == other.error;
      return shown.length == 0 ? 1 : isOther ? 2 : -1;
    }
  }

  /** Cheap to make. */
  private static final class Planted extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    Planted() {
      super("planted", null, true, false);
    }
  }

  private static final class Hand implements Scheduler {
    @Override
    public GroupHandle schedule(TaskGroup group, ScheduleOptions options) {
      return new GroupRun(group, options, new NoHost());
    }

    @Override
    public TaskHandle submit(Task task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long nanoTime() {
      return 0;
    }
  }

  private record Log(AtomicInteger lines) implements System.Logger {
    @Override
    public String getName() {
      return "log";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      lines.getAndIncrement();
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... params) {
      lines.getAndIncrement();
    }
  }
}
