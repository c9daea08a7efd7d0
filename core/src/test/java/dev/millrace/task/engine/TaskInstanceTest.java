package dev.millrace.task.engine;

import static dev.millrace.task.TaskStatus.BLOCKED_ON_SIGNAL;
import static dev.millrace.task.TaskStatus.CONTINUE;
import static dev.millrace.task.TaskStatus.FINISHED;
import static dev.millrace.task.TaskStatus.YIELD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Awaiter;
import dev.millrace.task.BlockReason;
import dev.millrace.task.Lane;
import dev.millrace.task.LoggedFaults;
import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskObserver;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The engine without a scheduler: turns are given by hand. */
class TaskInstanceTest {

  private static final StepBudget TEN_STEPS = new StepBudget(10, 1_000);
  private static final Home HOME = new Home() {};

  private final FakeHost host = new FakeHost();
  private final List<Disposition> ledger = new ArrayList<>();
  private final List<String> seen = new ArrayList<>();

  private final TaskObserver recorder =
      new TaskObserver() {
        @Override
        public void taskBegin(TaskContext context, Task task, int taskId, Lane lane) {
          seen.add("begin " + lane);
        }

        @Override
        public void taskEnd(
            TaskContext context,
            Task task,
            int taskId,
            @Nullable TaskStatus status,
            @Nullable Throwable error) {
          assertThat(status == null).isNotEqualTo(error == null);
          seen.add("end " + (error == null ? "ok" : error.getClass().getSimpleName()));
        }

        @Override
        public void taskBlocked(TaskContext c, Task task, int taskId, TaskStatus.Blocked status) {
          seen.add("blocked");
        }

        @Override
        public void taskResumed(TaskContext context, Task task, int taskId) {
          seen.add("resumed");
        }

        @Override
        public void taskYield(TaskContext context, Task task, int taskId) {
          seen.add("yield");
        }

        @Override
        public void taskYieldBack(TaskContext context, Task task, int taskId) {
          seen.add("yield back");
        }
      };

  // ---- budget

  @Test
  void S16_aTaskThatOnlyContinuesIsPutBackAfterItsSteps() {
    AtomicInteger steps = new AtomicInteger();
    SoloTask task = solo(counting(steps));

    assertThat(turn(task)).isEqualTo(Disposition.AGAIN);
    assertThat(steps).hasValue(10);
  }

  @Test
  void S16_aTaskWithLongStepsIsPutBackAfterItsTime() {
    AtomicInteger steps = new AtomicInteger();
    SoloTask task = solo(slow(2_000, steps));

    assertThat(turn(task)).isEqualTo(Disposition.AGAIN);
    assertThat(steps.get()).isBetween(1, 3);
  }

  @Test
  void S16_stepsOfAnyLengthFillTheirTimeAndHardlyExceedIt() {
    StepBudget budget = new StepBudget(1_000_000, 1_000_000);
    for (int nanos = 1_000; nanos < 1_000_000; nanos += 1_000) {
      AtomicInteger steps = new AtomicInteger();
      SoloTask task = solo(slow(nanos, steps));

      assertThat(task.run(budget, ledger::add)).isEqualTo(Disposition.AGAIN);
      assertThat(steps.get() * nanos).isBetween(1_000_000, 1_000_000 + 3 * nanos);
    }
  }

  @Test
  void S16_beingWatchedDoesNotStretchTheBudget() {
    AtomicInteger steps = new AtomicInteger();
    GroupRun run = group(TaskGroup.of(slow(2_000, steps), 1), watched());

    assertThat(turn(placed(run, 0))).isEqualTo(Disposition.AGAIN);
    assertThat(steps.get()).isBetween(1, 3);
  }

  // ---- answers that are none

  @Test
  void aStepThatAnswersNullFails() {
    SoloTask task = solo(Task.of("t", (_, _) -> null));

    assertThat(turn(task)).isEqualTo(Disposition.FAILED);
    assertThat(failure(task.done().join())).isInstanceOf(NullPointerException.class);
  }

  @Test
  void aWatchedStepThatAnswersNullFailsAndTheObserverSeesTheError() {
    GroupRun run = group(TaskGroup.of(Task.of("t", (_, _) -> null), 1), watched());

    assertThat(turn(placed(run, 0))).isEqualTo(Disposition.FAILED);
    assertThat(seen).containsExactly("begin NORMAL", "end NullPointerException");
  }

  @Test
  void aBareFirstStepThatAnswersNullFails() {
    AtomicInteger steps = new AtomicInteger();
    Task task =
        Task.of(
            "t",
            (_, _) -> {
              steps.incrementAndGet();
              return null;
            });
    GroupRun run = group(TaskGroup.of(task, 1), ScheduleOptions.DEFAULT);

    assertThat(turn(place(run.runFirst(0)))).isEqualTo(Disposition.FAILED);
    assertThat(steps).hasValue(1);
    assertThat(failure(run.done().join())).isInstanceOf(NullPointerException.class);
  }

  @Test
  void whateverAStepThrowsIsItsOutcome() {
    for (Throwable thrown :
        List.of(
            new InterruptedException("mine"),
            new StackOverflowError(),
            new OutOfMemoryError("none left"),
            new AssertionError())) {
      SoloTask task =
          solo(
              Task.of(
                  "t",
                  (_, _) -> {
                    switch (thrown) {
                      case Exception e -> throw e;
                      case Error e -> throw e;
                      default -> throw new AssertionError(thrown);
                    }
                  }));

      assertThat(turn(task)).isEqualTo(Disposition.FAILED);
      assertThat(failure(task.done().join())).isSameAs(thrown);
    }
  }

  @Test
  void theErrorOfABareFirstStepSurvivesACancelThatComesInBetween() {
    var thrown = new IllegalArgumentException("first step");
    var cause = new IllegalStateException("cancelled");
    Task task =
        Task.of(
            "t",
            (_, _) -> {
              throw thrown;
            });
    GroupRun run = group(TaskGroup.of(task, 1), ScheduleOptions.DEFAULT);

    TaskInstance instance = place(run.runFirst(0));
    run.cancel(cause);

    assertThat(turn(instance)).isEqualTo(Disposition.FAILED);
    assertThat(run.done().join()).isEqualTo(new Outcome.Cancelled(cause));
    assertThat(cause).hasSuppressedException(thrown);
  }

  // ---- defects

  @Test
  void whatTheEngineThrowsIsTheEndOfThatTask() {
    var defect = new OutOfMemoryError("on purpose");
    SoloTask task =
        solo(
            Task.of(
                "t",
                (_, _) -> {
                  host.defect = defect;
                  return CONTINUE;
                }));

    assertThat(turn(task)).isEqualTo(Disposition.FAILED);
    assertThat(failure(task.done().join())).isSameAs(defect);
    assertThat(ledger).containsExactly(Disposition.FAILED);
  }

  @Test
  void anEndThatFailsIsToldAndNotRepeated() {
    var defect = new OutOfMemoryError("on purpose");
    SoloTask task = solo(Task.of("t", (_, _) -> FINISHED));
    try (var faults = new LoggedFaults(TaskInstance.class.getName())) {
      Disposition end =
          task.run(
              TEN_STEPS,
              _ -> {
                throw defect;
              });

      assertThat(end).isEqualTo(Disposition.FAILED);
      assertThat(faults.thrown()).containsExactly(defect);
    }
  }

  // ---- awaiters

  @Test
  void anAwaiterThatNoContextMadeFailsTheTaskWithoutABlock() {
    Awaiter foreign =
        new Awaiter() {
          @Override
          public boolean isReady() {
            return true;
          }

          @Override
          public String toString() {
            throw new IllegalStateException("nobody asks a foreign object");
          }
        };
    Task task = Task.of("t", (_, _) -> TaskStatus.blocked(foreign, BlockReason.IO));
    GroupRun run = group(TaskGroup.of(task, 1), watched());

    assertThat(turn(placed(run, 0))).isEqualTo(Disposition.FAILED);
    assertThat(failure(run.done().join())).hasMessageContaining("no TaskContext made");
    assertThat(seen).containsExactly("begin NORMAL", "end ok");
  }

  @Test
  void anAwaiterUsedTwiceFailsTheTaskAndEveryBlockIsResumed() {
    AtomicReference<Awaiter> awaiter = new AtomicReference<>();
    Task task =
        Task.of(
            "t",
            (c, _) -> {
              if (awaiter.get() == null) {
                Resumer resumed = c.newResumer();
                resumed.resume();
                awaiter.set(c.any(List.of(resumed)));
              }
              return TaskStatus.blocked(awaiter.get(), BlockReason.IO);
            });
    GroupRun run = group(TaskGroup.of(task, 1), watched());

    assertThat(turn(placed(run, 0))).isEqualTo(Disposition.FAILED);
    assertThat(failure(run.done().join())).isInstanceOf(IllegalStateException.class);
    assertThat(seen)
        .containsExactly(
            "begin NORMAL",
            "end ok",
            "blocked",
            "resumed", //
            "begin NORMAL",
            "end ok",
            "blocked",
            "resumed");
  }

  @Test
  void aResumerOfAnotherKindIsRefused() {
    Resumer foreign =
        new Resumer() {
          @Override
          public void resume() {}

          @Override
          public boolean isResumed() {
            return true;
          }

          @Override
          public void onResume(Runnable callback) {}
        };
    SoloTask task =
        solo(Task.of("t", (c, _) -> TaskStatus.blocked(c.single(foreign), BlockReason.IO)));

    assertThat(turn(task)).isEqualTo(Disposition.FAILED);
    assertThat(failure(task.done().join())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aWakeDoesNotEndAWaitForAResumer() {
    AtomicReference<Resumer> resumer = new AtomicReference<>();
    AtomicInteger steps = new AtomicInteger();
    SoloTask task = solo(blocksOnce(resumer, steps));

    assertThat(turn(task)).isEqualTo(Disposition.PARKED);
    assertThat(turn(task)).isEqualTo(Disposition.PARKED);
    assertThat(steps).hasValue(1);
    resumer.get().resume();
    assertThat(host.wakes).isEqualTo(1);
    assertThat(turn(task)).isEqualTo(Disposition.FINISHED);
  }

  @Test
  void aSignalEndsAWaitForItAndIsNotKeptForTheNext() {
    AtomicReference<Resumer> resumer = new AtomicReference<>();
    AtomicInteger steps = new AtomicInteger();
    SoloTask task =
        solo(
            Task.of(
                "t",
                (c, _) -> {
                  if (steps.getAndIncrement() == 0) {
                    resumer.set(c.newResumer());
                    return TaskStatus.blocked(c.single(resumer.get()), BlockReason.IO);
                  }
                  return BLOCKED_ON_SIGNAL;
                }));

    assertThat(turn(task)).isEqualTo(Disposition.PARKED);
    task.raise();
    assertThat(turn(task)).isEqualTo(Disposition.PARKED); // the signal's turn: still hangs
    resumer.get().resume();
    assertThat(turn(task)).isEqualTo(Disposition.PARKED); // a step began after the raise
    assertThat(steps).hasValue(2);
  }

  @Test
  void cancelTakesABlockedTaskOffItsResumer() {
    AtomicReference<Resumer> resumer = new AtomicReference<>();
    SoloTask task = solo(blocksOnce(resumer, new AtomicInteger()));
    var cause = new IllegalStateException();

    assertThat(turn(task)).isEqualTo(Disposition.PARKED);
    task.cancel(cause);

    assertThat(turn(task)).isEqualTo(Disposition.CANCELLED);
    assertThat(task.done().join()).isEqualTo(new Outcome.Cancelled(cause));
    assertThat(CountingAwaiter.own(resumer.get()).listeners()).isZero();
  }

  @Test
  void aTimerThatIsResumedByHandIsTakenDown() {
    SoloTask task = solo(Task.of("t", (_, _) -> FINISHED));

    Resumer timer = task.newTimer(Duration.ofDays(1));
    assertThat(host.timers).hasSize(1);
    timer.resume();

    assertThat(host.timers).isEmpty();
  }

  // ---- yield

  @Test
  void everyYieldHasItsYieldBack() {
    AtomicInteger steps = new AtomicInteger();
    Task task =
        Task.of(
            "t",
            (_, _) -> {
              if (steps.incrementAndGet() < 3) {
                return YIELD;
              }
              throw new IllegalStateException();
            });
    GroupRun run = group(TaskGroup.of(task, 1), watched());
    TaskInstance instance = placed(run, 0);

    assertThat(turn(instance)).isEqualTo(Disposition.YIELDED);
    assertThat(turn(instance)).isEqualTo(Disposition.YIELDED);
    assertThat(turn(instance)).isEqualTo(Disposition.FAILED);

    assertThat(seen)
        .containsExactly(
            "begin NORMAL",
            "end ok",
            "yield", //
            "begin YIELD",
            "end ok",
            "yield back",
            "yield", //
            "begin YIELD",
            "end IllegalStateException",
            "yield back");
  }

  @Test
  void afterAYieldTheTurnIsOneStep() {
    AtomicInteger steps = new AtomicInteger();
    SoloTask task = solo(Task.of("t", (_, _) -> steps.incrementAndGet() == 1 ? YIELD : CONTINUE));

    assertThat(turn(task)).isEqualTo(Disposition.YIELDED);
    assertThat(turn(task)).isEqualTo(Disposition.AGAIN);
    assertThat(steps).hasValue(2);
    assertThat(turn(task)).isEqualTo(Disposition.AGAIN);
    assertThat(steps).hasValue(12);
  }

  @Test
  void aWakeIsPassedOnOnceUntilItIsCarriedOut() {
    SoloTask task = solo(Task.of("t", (_, _) -> CONTINUE));

    assertThat(task.summon()).isTrue();
    assertThat(task.summon()).as("one is on its way").isFalse();
    task.answerSummons();
    assertThat(task.summon()).isTrue();
  }

  @Test
  void afterThatTurnItIsLikeAnyOther() {
    AtomicInteger steps = new AtomicInteger();
    Task task = Task.of("t", (_, _) -> steps.incrementAndGet() == 1 ? YIELD : CONTINUE);
    GroupRun run = group(TaskGroup.of(task, 1), watched());
    TaskInstance instance = placed(run, 0);

    assertThat(turn(instance)).isEqualTo(Disposition.YIELDED);
    assertThat(turn(instance)).isEqualTo(Disposition.AGAIN);
    assertThat(turn(instance)).isEqualTo(Disposition.AGAIN);
    assertThat(seen)
        .startsWith(
            "begin NORMAL",
            "end ok",
            "yield", //
            "begin YIELD",
            "end ok",
            "yield back",
            "begin NORMAL");
  }

  @Test
  void aTaskCancelledAfterItsYieldEndsWithoutAnotherStep() {
    GroupRun run = group(TaskGroup.of(Task.of("t", (_, _) -> YIELD), 1), watched());
    TaskInstance instance = placed(run, 0);

    assertThat(turn(instance)).isEqualTo(Disposition.YIELDED);
    run.cancel(null);
    assertThat(turn(instance)).isEqualTo(Disposition.CANCELLED);

    assertThat(seen).containsExactly("begin NORMAL", "end ok", "yield", "yield back");
    assertThat(run.counters().yields()).isEqualTo(1);
  }

  // ---- help

  private ScheduleOptions watched() {
    return ScheduleOptions.DEFAULT.withObserver(recorder);
  }

  private SoloTask solo(Task task) {
    SoloTask solo = new SoloTask(task, host);
    solo.place(HOME, 0);
    return solo;
  }

  private GroupRun group(TaskGroup group, ScheduleOptions options) {
    GroupRun run = new GroupRun(group, options, host);
    run.placed(new CountedWakes());
    return run;
  }

  private TaskInstance placed(GroupRun run, int id) {
    return place(run.instance(id));
  }

  private TaskInstance place(@Nullable TaskInstance instance) {
    assertThat(instance).isNotNull();
    instance.place(HOME, 0);
    return instance;
  }

  private Disposition turn(TaskInstance instance) {
    return instance.run(TEN_STEPS, ledger::add);
  }

  private static Task counting(AtomicInteger steps) {
    return Task.of(
        "counting",
        (_, _) -> {
          steps.incrementAndGet();
          return CONTINUE;
        });
  }

  /** Each step takes more time than a turn may. */
  private Task slow(long nanos, AtomicInteger steps) {
    return Task.of(
        "slow",
        (_, _) -> {
          steps.incrementAndGet();
          host.now += nanos;
          return CONTINUE;
        });
  }

  private static Task blocksOnce(AtomicReference<Resumer> resumer, AtomicInteger steps) {
    return Task.of(
        "blocks once",
        (c, _) -> {
          if (steps.getAndIncrement() > 0) {
            return FINISHED;
          }
          resumer.set(c.newResumer());
          return TaskStatus.blocked(c.single(resumer.get()), BlockReason.IO);
        });
  }

  private static Throwable failure(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    return ((Outcome.Failed) outcome).error();
  }

  private final class CountedWakes implements Placement {
    @Override
    public void wake(int taskId) {
      host.wakes++;
    }

    @Override
    public void wakeAll() {
      host.wakes++;
    }
  }
}
