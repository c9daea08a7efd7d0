package dev.millrace.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** S01 to S08, S11, S12, S14, S15, S18: how groups run and end. */
@ParameterizedClass(name = "{0}")
@EnumSource(SchedulerFixture.Kind.class)
class SchedulerConformanceTest extends OnEveryScheduler {

  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicInteger continued = new AtomicInteger();

  SchedulerConformanceTest(SchedulerFixture.Kind kind) {
    super(kind);
  }

  @Test
  void S01_emptyTasksFinish() throws Exception {
    assertThat(run(TaskGroup.of(finishing(finished::incrementAndGet), 4)))
        .isEqualTo(Outcome.FINISHED);
    assertThat(finished).hasValue(4);
  }

  @Test
  void S02_emptyTasksWithAnEmptyContinuation() throws Exception {
    TaskGroup group =
        TaskGroup.of(finishing(() -> {}), 4).withContinuation(_ -> continued.incrementAndGet());

    assertThat(run(group)).isEqualTo(Outcome.FINISHED);
    assertThat(continued).hasValue(1);
  }

  @Test
  void S03_theContinuationSeesWhatAllTasksDid() throws Exception {
    int[] plain = new int[42];
    int[] sum = new int[1];
    Task sleeping =
        Task.of(
            "sleeping",
            (c, id) -> {
              if (plain[id]++ == 0) {
                return TaskStatus.blocked(
                    c.single(c.newTimer(Duration.ofMillis(10))), BlockReason.TIMER);
              }
              return TaskStatus.FINISHED;
            });
    TaskGroup group =
        TaskGroup.of(sleeping, 42)
            .withContinuation(_ -> {
              for (int each : plain) {
                sum[0] += each;
              }
            });

    assertThat(run(group)).isEqualTo(Outcome.FINISHED);
    assertThat(sum[0]).isEqualTo(2 * 42);
  }

  @Test
  void S04_endlessTasksEndWhenNotified() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger steps = new AtomicInteger();
    CompletableFuture<Void> busy = new CompletableFuture<>();
    Task endless =
        Task.of(
            "endless",
            (_, _) -> {
              if (steps.incrementAndGet() == 1_000) {
                busy.complete(null);
              }
              return stop.get() ? TaskStatus.FINISHED : TaskStatus.CONTINUE;
            });
    GroupHandle handle =
        scheduler.schedule(TaskGroup.of(endless, 4).withNotifyFinish(_ -> stop.set(true)));
    fixture.await(busy);
    assertThat(handle.done()).isNotDone();

    assertThat(handle.finish()).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void S05_theStepAfterAYieldRunsInTheLowPriorityLane() throws Exception {
    int count = 16;
    int[] steps = new int[count];
    ConcurrentLinkedQueue<Lane> second = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Lane> others = new ConcurrentLinkedQueue<>();
    Task yielding =
        Task.of(
            "yielding",
            (_, id) ->
                switch (++steps[id]) {
                  case 1 -> TaskStatus.YIELD;
                  case 2 -> TaskStatus.CONTINUE;
                  default -> TaskStatus.FINISHED;
                });
    TaskObserver lanes =
        new TaskObserver() {
          @Override
          public void taskBegin(TaskContext context, Task task, int taskId, Lane lane) {
            (steps[taskId] == 1 ? second : others).add(lane);
          }
        };
    GroupHandle handle =
        scheduler.schedule(
            TaskGroup.of(yielding, count), ScheduleOptions.DEFAULT.withObserver(lanes));

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(second).hasSize(count).containsOnly(Lane.YIELD);
    assertThat(others).hasSize(2 * count).containsOnly(Lane.NORMAL);
    assertThat(handle.counters().yields()).isEqualTo(count);
    assertThat(handle.counters(0).steps()).isEqualTo(3);
  }

  @Test
  void S05_aTaskThatAlwaysYieldsStillEnds() throws Exception {
    int[] steps = new int[16];
    Task yielding =
        Task.of("yielding", (_, id) -> ++steps[id] < 100 ? TaskStatus.YIELD : TaskStatus.FINISHED);

    assertThat(run(TaskGroup.of(yielding, 16))).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void S06_blockedTasksHoldNoThread() throws Exception {
    int count = 42;
    ConcurrentLinkedQueue<Resumer> waiting = new ConcurrentLinkedQueue<>();
    TaskGroup blocked =
        TaskGroup.of(
            blockingOnce(
                count,
                (c, _) -> {
                  Resumer resumer = c.newResumer();
                  waiting.add(resumer);
                  return TaskStatus.blocked(c.single(resumer), BlockReason.IO);
                }),
            count);
    Task resuming =
        Task.of(
                "resuming",
                (_, _) -> {
                  for (Resumer next = waiting.poll(); next != null; next = waiting.poll()) {
                    next.resume();
                    finished.incrementAndGet();
                  }
                  return finished.get() == count ? TaskStatus.FINISHED : TaskStatus.YIELD;
                })
            .withHint(TaskHint.IO);

    GroupHandle first = scheduler.schedule(blocked);
    GroupHandle second = scheduler.schedule(TaskGroup.of(resuming, 1));

    assertThat(first.await()).isEqualTo(Outcome.FINISHED);
    assertThat(second.await()).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void S07_aFailedGroupsNotifyStillResumesTheOther() throws Exception {
    int count = 42;
    ConcurrentLinkedQueue<Resumer> waiting = new ConcurrentLinkedQueue<>();
    GroupHandle blocked =
        scheduler.schedule(
            TaskGroup.of(
                blockingOnce(
                    count,
                    (c, _) -> {
                      Resumer resumer = c.newResumer();
                      waiting.add(resumer);
                      return TaskStatus.blocked(c.single(resumer), BlockReason.IO);
                    }),
                count));
    var error = new IllegalStateException("resuming");
    Task failing =
        Task.of(
                "failing",
                (_, _) -> {
                  if (waiting.size() < count) {
                    return TaskStatus.CONTINUE;
                  }
                  throw error;
                })
            .withHint(TaskHint.IO);
    GroupHandle resuming =
        scheduler.schedule(
            TaskGroup.of(failing, 1).withNotifyFinish(_ -> waiting.forEach(Resumer::resume)));

    assertThat(resuming.await()).isEqualTo(new Outcome.Failed(error));
    assertThat(blocked.done()).isNotDone();
    assertThat(resuming.finish()).isEqualTo(new Outcome.Failed(error));
    assertThat(blocked.await()).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void S08_anErrorSaysMoreThanCancels() throws Exception {
    AtomicInteger errors = new AtomicInteger();
    Task task =
        Task.of(
            "mixed",
            (_, id) -> {
              if (id >= 38) {
                errors.incrementAndGet();
                throw new IllegalStateException("42");
              }
              return errors.get() == 0 ? TaskStatus.CONTINUE : TaskStatus.CANCELLED;
            });

    Outcome outcome =
        run(TaskGroup.of(task, 42).withContinuation(_ -> continued.incrementAndGet()));

    assertThat(errorOf(outcome)).hasMessage("42");
    assertThat(errorOf(outcome).getSuppressed()).hasSize(errors.get() - 1);
    assertThat(continued).hasValue(0);
  }

  @Test
  void S11_allCancelledIsCancelled() throws Exception {
    Task task = Task.of("giving up", (_, _) -> TaskStatus.CANCELLED);

    assertThat(run(TaskGroup.of(task, 16).withContinuation(_ -> continued.incrementAndGet())))
        .isEqualTo(new Outcome.Cancelled(null));
    assertThat(continued).hasValue(0);
    assertThat(scheduler.submit(task).await()).isEqualTo(new Outcome.Cancelled(null));
  }

  @Test
  void S12_aFailingSiblingEndsThoseBlockedForEver() throws Exception {
    var error = new IllegalStateException("sibling");

    GroupHandle handle = scheduler.schedule(TaskGroup.of(blockedForEverButZero(error), 40));

    assertThat(handle.await()).isEqualTo(new Outcome.Failed(error));
    assertThat(error.getSuppressed()).isEmpty();
  }

  @Test
  void S12_cancelEndsThoseBlockedForEver() throws Exception {
    var cause = new IllegalStateException("no more");
    GroupHandle handle = scheduler.schedule(TaskGroup.of(blockedForEverButZero(null), 40));
    fixture.await(allBlocked);

    handle.cancel(cause);

    assertThat(handle.await()).isEqualTo(new Outcome.Cancelled(cause));
  }

  private final CompletableFuture<Void> allBlocked = new CompletableFuture<>();

  /** All but one block, in every way there is; the one then throws or, with null, goes on. */
  private Task blockedForEverButZero(Throwable error) {
    AtomicInteger blocked = new AtomicInteger();
    return Task.of(
        "for ever",
        (c, id) -> {
          if (id == 0) {
            if (blocked.get() == 39) {
              allBlocked.complete(null);
              if (error instanceof RuntimeException thrown) {
                throw thrown;
              }
            }
            return TaskStatus.CONTINUE;
          }
          blocked.incrementAndGet();
          List<Resumer> two = List.of(c.newResumer(), c.newResumer());
          return switch (id % 4) {
            case 0 -> TaskStatus.blocked(c.single(two.getFirst()), BlockReason.IO);
            case 1 -> TaskStatus.blocked(c.any(two), BlockReason.IO);
            case 2 -> TaskStatus.blocked(c.all(two), BlockReason.IO);
            default -> TaskStatus.BLOCKED_ON_SIGNAL;
          };
        });
  }

  @Test
  void S14_noTasksThenTheContinuationRunsOnce() throws Exception {
    TaskGroup group =
        TaskGroup.of(finishing(finished::incrementAndGet), 0)
            .withContinuation(_ -> continued.incrementAndGet());

    assertThat(run(group)).isEqualTo(Outcome.FINISHED);
    assertThat(continued).hasValue(1);
    assertThat(finished).hasValue(0);
  }

  @Test
  void S15_aContinuationThatThrowsFailsTheGroup() throws Exception {
    var error = new Exception("continuation");

    Outcome outcome =
        run(
            TaskGroup.of(finishing(() -> {}), 4)
                .withContinuation(_ -> {
                  throw error;
                }));

    assertThat(outcome).isEqualTo(new Outcome.Failed(error));
  }

  @Test
  void S15_aNotifyThatThrowsCancelsAndIsStillWaitedFor() throws Exception {
    var error = new Exception("notify");
    AtomicInteger inside = new AtomicInteger();
    Task endless =
        Task.of(
            "endless",
            (_, _) -> {
              inside.incrementAndGet();
              inside.decrementAndGet();
              return TaskStatus.CONTINUE;
            });
    GroupHandle handle =
        scheduler.schedule(
            TaskGroup.of(endless, 4)
                .withContinuation(_ -> continued.incrementAndGet())
                .withNotifyFinish(_ -> {
                  throw error;
                }));

    assertThat(handle.finish()).isEqualTo(new Outcome.Cancelled(error));
    assertThat(inside).hasValue(0);
    assertThat(continued).hasValue(0);
  }

  @Test
  void S18_aDeadlineCancelsABlockedGroup() throws Exception {
    Task blocked =
        Task.of("blocked", (c, _) -> TaskStatus.blocked(c.single(c.newResumer()), BlockReason.IO));

    assertDeadlineCancels(TaskGroup.of(blocked, 40), Duration.ofMillis(5));
  }

  @Test
  void S18_aDeadlineCancelsARunningGroup() throws Exception {
    assertDeadlineCancels(
        TaskGroup.of(Task.of("running", (_, _) -> TaskStatus.CONTINUE), 4), Duration.ofMillis(5));
  }

  @Test
  void S18_aDeadlineCancelsAYieldingGroup() throws Exception {
    assertDeadlineCancels(
        TaskGroup.of(Task.of("yielding", (_, _) -> TaskStatus.YIELD), 4), Duration.ofMillis(5));
  }

  @Test
  void S18_aDeadlineOfZeroCancelsAtOnce() throws Exception {
    assertDeadlineCancels(
        TaskGroup.of(Task.of("running", (_, _) -> TaskStatus.CONTINUE), 4), Duration.ZERO);
  }

  @Test
  void S18_aDeadlineThatIsNotReachedChangesNothing() throws Exception {
    long[] deadline = new long[1];
    Task task =
        Task.of(
            "in time",
            (c, _) -> {
              deadline[0] = c.deadlineNanos() - c.nanoTime();
              return TaskStatus.FINISHED;
            });
    GroupHandle handle =
        scheduler.schedule(
            TaskGroup.of(task, 1), ScheduleOptions.DEFAULT.withTimeout(Duration.ofHours(1)));

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    assertThat(deadline[0]).isBetween(1L, Duration.ofHours(1).toNanos());
  }

  @Test
  void aStepMayAwaitWhatHasEnded() throws Exception {
    TaskHandle ended = scheduler.submit(finishing(finished::incrementAndGet));
    assertThat(ended.await()).isEqualTo(Outcome.FINISHED);
    GroupHandle group = scheduler.schedule(TaskGroup.of(finishing(() -> {}), 2));
    assertThat(group.await()).isEqualTo(Outcome.FINISHED);
    Task asking =
        Task.of(
            "asking",
            (_, _) -> {
              assertThat(ended.await()).isEqualTo(Outcome.FINISHED);
              assertThat(group.await()).isEqualTo(Outcome.FINISHED);
              return TaskStatus.FINISHED;
            });

    assertThat(scheduler.submit(asking).await()).isEqualTo(Outcome.FINISHED);
  }

  private void assertDeadlineCancels(TaskGroup group, Duration timeout) throws Exception {
    GroupHandle handle =
        scheduler.schedule(
            group.withContinuation(_ -> continued.incrementAndGet()),
            ScheduleOptions.DEFAULT.withTimeout(timeout));

    assertThat(causeOf(handle.await())).isInstanceOf(DeadlineExceededException.class);
    assertThat(continued).hasValue(0);
  }
}
