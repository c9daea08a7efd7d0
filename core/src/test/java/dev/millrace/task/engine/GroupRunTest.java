package dev.millrace.task.engine;

import static dev.millrace.task.TaskStatus.CONTINUE;
import static dev.millrace.task.TaskStatus.FINISHED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.DeadlineExceededException;
import dev.millrace.task.LoggedFaults;
import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskCounters;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskObserver;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How groups end, decided by hand. */
class GroupRunTest {

  private static final Task DONE = Task.of("done", (_, _) -> FINISHED);

  private final FakeHost host = new FakeHost();
  private final AtomicInteger wakeAlls = new AtomicInteger();
  private final List<String> seen = new ArrayList<>();

  private final TaskObserver recorder =
      new TaskObserver() {
        @Override
        public void continuationBegin(TaskContext context) {
          seen.add("continuation begin");
        }

        @Override
        public void continuationEnd(TaskContext context, @Nullable Throwable error) {
          seen.add("continuation end");
        }

        @Override
        public void notifyFinishBegin(TaskContext context) {
          seen.add("notify begin");
        }

        @Override
        public void notifyFinishEnd(TaskContext context, @Nullable Throwable error) {
          seen.add("notify end " + error);
        }

        @Override
        public void allTasksEnded(TaskContext context, List<Outcome> outcomes) {
          seen.add("all ended " + outcomes.size());
        }

        @Override
        public void groupEnd(TaskContext context, Outcome outcome) {
          seen.add("group end " + outcome.getClass().getSimpleName());
        }
      };

  @Test
  void theFirstErrorInTimeWinsAndLaterOnesAreSuppressed() {
    var first = new IllegalStateException("1");
    var second = new IllegalStateException("0");
    GroupRun run = placed(TaskGroup.of(DONE, 3), ScheduleOptions.DEFAULT);

    run.instanceEnded(1, new Outcome.Failed(first));
    assertThat(wakeAlls).hasValue(1);
    run.instanceEnded(0, new Outcome.Failed(second));
    run.instanceEnded(2, new Outcome.Failed(first));

    assertThat(run.done().join()).isEqualTo(new Outcome.Failed(first));
    assertThat(first).hasSuppressedException(second);
    assertThat(first.getSuppressed()).hasSize(1);
  }

  @Test
  void anErrorSaysMoreThanTheAnswerCancelled() {
    var error = new IllegalStateException();
    GroupRun run = placed(TaskGroup.of(DONE, 3), ScheduleOptions.DEFAULT);

    run.instanceEnded(0, new Outcome.Cancelled(null));
    run.instanceEnded(1, new Outcome.Failed(error));
    run.instanceEnded(2, new Outcome.Cancelled(null));

    assertThat(run.done().join()).isEqualTo(new Outcome.Failed(error));
  }

  @Test
  void cancelAfterTheLastInstanceDoesNotUndoTheEnd() {
    var cause = new IllegalStateException("nobody wants it any more");
    AtomicInteger continued = new AtomicInteger();
    List<GroupRun> runs = new ArrayList<>();
    GroupRun run =
        placed(
            TaskGroup.of(DONE, 1)
                .withContinuation(c -> {
                  assertThat(c.cancelToken().isCancelled()).isFalse();
                  runs.getFirst().cancel(cause);
                  assertThat(c.cancelToken().isCancelled()).isTrue();
                  assertThat(c.cancelToken().cause()).isSameAs(cause);
                  continued.incrementAndGet();
                }),
            ScheduleOptions.DEFAULT);
    runs.add(run);

    run.instanceEnded(0, Outcome.FINISHED);
    run.cancel(null);

    assertThat(continued).hasValue(1);
    assertThat(run.done().join()).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void aContinuationLearnsThatTheDeadlineHasPassedAndStillDecidesHowTheGroupEnds() {
    var error = new IllegalStateException("gave up");
    GroupRun run =
        placed(
            TaskGroup.of(DONE, 1)
                .withContinuation(c -> {
                  host.timers.removeFirst().run();
                  assertThat(c.cancelToken().isCancelled()).isTrue();
                  assertThat(c.cancelToken().cause()).isInstanceOf(DeadlineExceededException.class);
                  throw error;
                }),
            ScheduleOptions.DEFAULT.withTimeout(Duration.ofSeconds(1)));

    run.instanceEnded(0, Outcome.FINISHED);

    assertThat(run.done().join()).isEqualTo(new Outcome.Failed(error));
  }

  @Test
  void theDeadlineIsTakenDownWhenTheGroupEnds() {
    GroupRun run =
        placed(TaskGroup.of(DONE, 1), ScheduleOptions.DEFAULT.withTimeout(Duration.ofSeconds(1)));
    assertThat(host.timers).hasSize(1);

    run.instanceEnded(0, Outcome.FINISHED);

    assertThat(host.timers).isEmpty();
  }

  @Test
  void aDeadlineOfZeroCancelsBeforeTheFirstStep() {
    GroupRun run =
        placed(TaskGroup.of(DONE, 1), ScheduleOptions.DEFAULT.withTimeout(Duration.ZERO));
    host.timers.removeFirst().run();

    TaskInstance instance = run.runFirst(0);

    assertThat(instance).isNotNull();
    assertThat(turn(instance)).isEqualTo(Disposition.CANCELLED);
    assertThat(run.counters().steps()).isZero();
    assertThat(run.done().join())
        .isInstanceOfSatisfying(
            Outcome.Cancelled.class,
            end -> assertThat(end.cause()).isInstanceOf(DeadlineExceededException.class));
  }

  @Test
  void anEmptyGroupWithDeadlineAndObserverEndsLikeAnyOther() {
    GroupRun run =
        placed(
            TaskGroup.of(DONE, 0).withContinuation(_ -> {}),
            ScheduleOptions.DEFAULT
                .withTimeout(Duration.ofSeconds(1))
                .withObserver(recorder)
                .withTimed(true));

    assertThat(turn(run.instance(0))).isEqualTo(Disposition.FINISHED);

    assertThat(run.done().join()).isEqualTo(Outcome.FINISHED);
    assertThat(seen)
        .containsExactly(
            "all ended 0", "continuation begin", "continuation end", "group end Finished");
    assertThat(host.timers).isEmpty();
    assertThat(run.counters()).isEqualTo(TaskCounters.ZERO);
    assertThatThrownBy(() -> run.signal(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void anEmptyGroupThatIsCancelledDoesNotContinue() {
    AtomicInteger continued = new AtomicInteger();
    GroupRun run =
        placed(
            TaskGroup.of(DONE, 0).withContinuation(_ -> continued.incrementAndGet()),
            ScheduleOptions.DEFAULT);

    run.cancel(null);

    assertThat(turn(run.instance(0))).isEqualTo(Disposition.CANCELLED);
    assertThat(run.done().join()).isEqualTo(new Outcome.Cancelled(null));
    assertThat(continued).hasValue(0);
  }

  @Test
  void requestFinishNotifiesOnceAlsoAfterTheEnd() {
    AtomicInteger notified = new AtomicInteger();
    TaskGroup group = TaskGroup.of(DONE, 1).withNotifyFinish(_ -> notified.incrementAndGet());
    GroupRun running = placed(group, ScheduleOptions.DEFAULT);
    running.requestFinish();
    running.requestFinish();
    assertThat(notified).hasValue(1);

    GroupRun ended = placed(group, ScheduleOptions.DEFAULT);
    ended.instanceEnded(0, Outcome.FINISHED);
    ended.requestFinish();
    assertThat(notified).hasValue(2);
    assertThat(ended.done()).isCompletedWithValue(Outcome.FINISHED);
  }

  @Test
  void anInterruptInsideNotifyFinishIsKept() {
    GroupRun run =
        placed(
            TaskGroup.of(DONE, 1)
                .withNotifyFinish(_ -> {
                  throw new InterruptedException();
                }),
            ScheduleOptions.DEFAULT);

    run.requestFinish();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(run.isCancelled()).isTrue();
  }

  @Test
  void theErrorOfNotifyFinishIsNotLostBehindAnEarlierOne() {
    var earlier = new IllegalStateException("task");
    var later = new IllegalStateException("notify");
    GroupRun run =
        placed(
            TaskGroup.of(DONE, 2)
                .withNotifyFinish(_ -> {
                  throw later;
                }),
            ScheduleOptions.DEFAULT.withObserver(recorder));

    run.instanceEnded(0, new Outcome.Failed(earlier));
    run.requestFinish();
    run.instanceEnded(1, new Outcome.Cancelled(earlier));

    assertThat(run.done().join()).isEqualTo(new Outcome.Failed(earlier));
    assertThat(earlier).hasSuppressedException(later);
    assertThat(seen)
        .containsExactly("notify begin", "notify end " + later, "all ended 2", "group end Failed");
  }

  @Test
  void anErrorThatHasNowhereToBeShownIsLogged() {
    var error = new IllegalStateException("after a cancel without a cause");
    GroupRun run = placed(TaskGroup.of(DONE, 1), ScheduleOptions.DEFAULT);
    try (var faults = new LoggedFaults(GroupRun.class.getName())) {
      run.cancel(null);
      run.instanceEnded(0, new Outcome.Failed(error));

      assertThat(run.done().join()).isEqualTo(new Outcome.Cancelled(null));
      assertThat(faults.thrown()).containsExactly(error);
    }
  }

  @Test
  void anErrorBehindOneThatShowsNoOthersIsLogged() {
    var first = new Exception("shared", null, false, false) {};
    var later = new IllegalStateException("later");
    GroupRun run = placed(TaskGroup.of(DONE, 2), ScheduleOptions.DEFAULT);
    try (var faults = new LoggedFaults(GroupRun.class.getName())) {
      run.instanceEnded(0, new Outcome.Failed(first));
      run.instanceEnded(1, new Outcome.Failed(later));

      assertThat(run.done().join()).isEqualTo(new Outcome.Failed(first));
      assertThat(faults.thrown()).containsExactly(later);
    }
  }

  @Test
  void aNotifyThatFailsAfterTheEndIsLogged() {
    var error = new IllegalStateException("notify");
    GroupRun run =
        placed(
            TaskGroup.of(DONE, 1)
                .withNotifyFinish(_ -> {
                  throw error;
                }),
            ScheduleOptions.DEFAULT);
    try (var faults = new LoggedFaults(GroupRun.class.getName())) {
      run.instanceEnded(0, Outcome.FINISHED);
      run.requestFinish();

      assertThat(run.done().join()).isEqualTo(Outcome.FINISHED);
      assertThat(faults.thrown()).containsExactly(error);
    }
  }

  /** Whoever was told of the end has looked at the cause already, and will not look again. */
  @Test
  void aNotifyThatFailsAfterACancelledEndIsLoggedThoughTheCauseShowsIt() {
    var cause = new IllegalStateException("not wanted");
    var error = new IllegalStateException("notify");
    GroupRun run =
        placed(
            TaskGroup.of(DONE, 1)
                .withNotifyFinish(_ -> {
                  throw error;
                }),
            ScheduleOptions.DEFAULT);
    try (var faults = new LoggedFaults(GroupRun.class.getName())) {
      run.cancel(cause);
      run.instanceEnded(0, new Outcome.Cancelled(cause));
      run.requestFinish();

      assertThat(cause).hasSuppressedException(error);
      assertThat(faults.thrown()).containsExactly(error);
    }
  }

  @Test
  void aGroupEndsEvenIfAnObserverFailsAndTheLogDoes() {
    TaskObserver fails =
        new TaskObserver() {
          @Override
          public void groupEnd(TaskContext context, Outcome outcome) {
            throw new IllegalStateException("observer");
          }
        };
    Logger log = Logger.getLogger(GroupRun.class.getName());
    Filter deaf =
        _ -> {
          throw new IllegalStateException("log");
        };
    log.setFilter(deaf);
    try {
      GroupRun run = placed(TaskGroup.of(DONE, 1), ScheduleOptions.DEFAULT.withObserver(fails));

      assertThat(turn(run.instance(0))).isEqualTo(Disposition.FINISHED);
      assertThat(run.done()).isCompletedWithValue(Outcome.FINISHED);
    } finally {
      log.setFilter(null);
    }
  }

  @Test
  void aTimedInstanceThatEndsAtTimeZeroStopsItsClock() {
    host.now = 0;
    GroupRun run = placed(TaskGroup.of(DONE, 1), ScheduleOptions.DEFAULT.withTimed(true));

    assertThat(turn(run.instance(0))).isEqualTo(Disposition.FINISHED);
    host.now = 1_000_000;

    assertThat(run.counters().wallNanos()).isZero();
  }

  @Test
  void theProcessorTimeIsThatOfItsOwnSlices() {
    TaskStatus[] answers = {CONTINUE, TaskStatus.YIELD, FINISHED};
    int[] step = new int[1];
    Task task =
        Task.of(
            "busy",
            (_, _) -> {
              host.cpu += 3;
              return answers[step[0]++];
            });
    GroupRun run = placed(TaskGroup.of(task, 1), ScheduleOptions.DEFAULT.withTimed(true));
    TaskInstance instance = run.instance(0);

    assertThat(turn(instance)).isEqualTo(Disposition.YIELDED);
    assertThat(run.counters().cpuNanos()).isEqualTo(6);
    host.cpu += 100; // the thread does something else
    assertThat(turn(instance)).isEqualTo(Disposition.FINISHED);

    assertThat(run.counters().cpuNanos()).isEqualTo(9);
    assertThat(run.done()).isDone();
  }

  @Test
  void anInstanceThatIsCancelledBeforeItRunsHasUsedNoProcessorTime() {
    host.cpu = 100;
    GroupRun run = placed(TaskGroup.of(DONE, 1), ScheduleOptions.DEFAULT.withTimed(true));
    TaskInstance instance = run.instance(0);
    run.cancel(null);

    assertThat(turn(instance)).isEqualTo(Disposition.CANCELLED);
    assertThat(run.counters().cpuNanos()).isZero();
  }

  @Test
  void countersOfBareInstances() {
    GroupRun run = placed(TaskGroup.of(DONE, 3), ScheduleOptions.DEFAULT);
    assertThat(run.counters()).isEqualTo(TaskCounters.ZERO);

    for (int id = 0; id < 3; id++) {
      assertThat(run.runFirst(id)).isNull();
    }
    run.finishedBare(3);

    assertThat(run.done().join()).isEqualTo(Outcome.FINISHED);
    assertThat(run.counters().steps()).isEqualTo(3);
  }

  @Test
  void aFirstStepRunBareCountsOnce() {
    int[] steps = new int[1];
    Task task = Task.of("t", (_, _) -> steps[0]++ == 0 ? CONTINUE : FINISHED);
    GroupRun run = placed(TaskGroup.of(task, 1), ScheduleOptions.DEFAULT);

    TaskInstance instance = run.runFirst(0);
    assertThat(instance).isNotNull();
    assertThat(turn(instance)).isEqualTo(Disposition.FINISHED);

    assertThat(steps[0]).isEqualTo(2);
    assertThat(run.counters(0).steps()).isEqualTo(2);
  }

  /** Otherwise its slot would stay owned, and the group would never end. */
  @Test
  void anInstanceForWhichTheGroupHasNoRoomFails() {
    Task task = Task.of("t", (_, _) -> CONTINUE);
    var huge = new GroupRun(TaskGroup.of(task, Integer.MAX_VALUE), ScheduleOptions.DEFAULT, host);

    TaskInstance instance = huge.runFirst(0);

    assertThat(instance).isNotNull();
    assertThat(turn(instance)).isEqualTo(Disposition.FAILED);
    assertThat(huge.cause()).isInstanceOf(OutOfMemoryError.class);
    TaskInstance sibling = huge.runFirst(1);
    assertThat(sibling).isNotNull();
    assertThat(turn(sibling).isEnd()).isTrue();
  }

  @Test
  void theHolderOfAFutureCannotCompleteIt() throws Exception {
    GroupRun run = placed(TaskGroup.of(DONE, 1), ScheduleOptions.DEFAULT);
    CompletableFuture<Outcome> future = run.done();

    assertThat(future.complete(new Outcome.Cancelled(null))).isFalse();
    assertThat(future.cancel(true)).isFalse();
    assertThat(future.completeExceptionally(new IllegalStateException())).isFalse();
    assertThatThrownBy(() -> future.orTimeout(1, TimeUnit.MILLISECONDS).get())
        .hasCauseInstanceOf(TimeoutException.class);
    Supplier<Outcome> wish = () -> new Outcome.Cancelled(null);
    assertThat(future.completeAsync(wish, Runnable::run)).isCompletedWithValue(wish.get());
    assertThat(future.completeAsync(wish).get()).isEqualTo(wish.get());
    assertThat(future.completeOnTimeout(wish.get(), 1, TimeUnit.MILLISECONDS).get())
        .isEqualTo(wish.get());
    assertThatThrownBy(() -> future.obtrudeValue(wish.get()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> future.obtrudeException(new IllegalStateException()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(future).isNotDone();
    run.instanceEnded(0, Outcome.FINISHED);

    assertThat(future).isCompletedWithValue(Outcome.FINISHED);
  }

  @Test
  void whoeverPollsTheFutureLeavesNothingBehind() {
    GroupRun run = placed(TaskGroup.of(DONE, 1), ScheduleOptions.DEFAULT);
    SoloTask solo = new SoloTask(DONE, host);
    for (int i = 0; i < 100; i++) {
      assertThat(run.done().isDone() || solo.done().isDone()).isFalse();
    }

    assertThat(run.done().getNumberOfDependents()).isZero();
    assertThat(solo.done().getNumberOfDependents()).isZero();
  }

  private GroupRun placed(TaskGroup group, ScheduleOptions options) {
    GroupRun run = new GroupRun(group, options, host);
    run.placed(
        new Placement() {
          @Override
          public void wake(int taskId) {}

          @Override
          public void wakeAll() {
            wakeAlls.incrementAndGet();
          }
        });
    return run;
  }

  private static Disposition turn(TaskInstance instance) {
    return instance.run(new StepBudget(10, 1_000), _ -> {});
  }
}
