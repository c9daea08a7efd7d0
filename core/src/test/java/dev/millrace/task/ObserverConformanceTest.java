package dev.millrace.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** T06, T07, S17, S19: what observers and counters see. */
@ParameterizedClass(name = "{0}")
@EnumSource(SchedulerFixture.Kind.class)
class ObserverConformanceTest extends OnEveryScheduler {

  ObserverConformanceTest(SchedulerFixture.Kind kind) {
    super(kind);
  }

  @Test
  void T06_beginAndEndOfEveryCallInOrder() throws Exception {
    var error = new IllegalStateException("third step");
    Recorder recorder = new Recorder();
    int[] steps = new int[1];
    Task task =
        Task.of(
            "t",
            (c, _) ->
                switch (steps[0]++) {
                  case 0 -> TaskStatus.CONTINUE;
                  case 1 ->
                      TaskStatus.blocked(
                          c.single(c.newTimer(Duration.ofMillis(1))), BlockReason.TIMER);
                  case 2 -> TaskStatus.YIELD;
                  default -> TaskStatus.FINISHED;
                });
    TaskGroup group =
        TaskGroup.of(task, 1)
            .withContinuation(_ -> {
              throw error;
            });

    assertThat(schedule(group, recorder).await()).isEqualTo(new Outcome.Failed(error));
    assertThat(recorder.events)
        .containsExactly(
            "0 begin NORMAL",
            "0 end CONTINUE", //
            "0 begin NORMAL",
            "0 end Blocked",
            "0 blocked TIMER",
            "0 resumed", //
            "0 begin NORMAL",
            "0 end YIELD",
            "0 yield", //
            "0 begin YIELD",
            "0 end FINISHED",
            "0 yield back", //
            "all ended [Finished[]]",
            "continuation begin",
            "continuation end " + error, //
            "group end Failed");
  }

  @Test
  void T06_theErrorOfAStepIsSeen() throws Exception {
    var error = new IllegalStateException("step");
    Recorder recorder = new Recorder();
    TaskGroup group =
        TaskGroup.of(
            Task.of(
                "t",
                (_, _) -> {
                  throw error;
                }),
            1);

    assertThat(schedule(group, recorder).await()).isEqualTo(new Outcome.Failed(error));
    assertThat(recorder.events)
        .containsExactly(
            "0 begin NORMAL",
            "0 end " + error,
            "all ended [" + new Outcome.Failed(error) + "]",
            "group end Failed");
  }

  @Test
  void T07_notifyIsSeenAndItsErrorReported() throws Exception {
    var error = new Exception("notify");
    Recorder recorder = new Recorder();
    TaskGroup group =
        TaskGroup.of(Task.of("t", (_, _) -> TaskStatus.BLOCKED_ON_SIGNAL), 1)
            .withNotifyFinish(_ -> {
              throw error;
            });

    assertThat(schedule(group, recorder).finish()).isEqualTo(new Outcome.Cancelled(error));
    assertThat(recorder.events)
        .contains("notify begin", "notify end " + error)
        .endsWith("group end Cancelled");
  }

  @Test
  void T07_notifyThatWorksIsSeen() throws Exception {
    Recorder recorder = new Recorder();
    CompletableFuture<Resumer> stop = new CompletableFuture<>();
    TaskGroup group =
        TaskGroup.of(
                blockingOnce(
                    1,
                    (c, _) -> {
                      Resumer resumer = c.newResumer();
                      stop.complete(resumer);
                      return TaskStatus.blocked(c.single(resumer), BlockReason.DOWNSTREAM);
                    }),
                1)
            .withNotifyFinish(_ -> stop.join().resume());
    GroupHandle handle = schedule(group, recorder);
    var _ = fixture.await(stop);

    assertThat(handle.finish()).isEqualTo(Outcome.FINISHED);
    assertThat(recorder.events).contains("notify begin", "notify end null", "0 resumed");
  }

  @Test
  void S17_anObserverThatThrowsIsLoggedAndChangesNothing() throws Exception {
    try (var faults = new LoggedFaults("dev.millrace.task.engine.GroupRun")) {
      int[] steps = new int[4];
      int[] continued = new int[1];
      Task task =
          Task.of(
              "t",
              (c, id) ->
                  switch (steps[id]++) {
                    case 0 -> TaskStatus.YIELD;
                    case 1 ->
                        TaskStatus.blocked(
                            c.single(c.newTimer(Duration.ofMillis(1))), BlockReason.TIMER);
                    default -> TaskStatus.FINISHED;
                  });
      TaskGroup group = TaskGroup.of(task, 4).withContinuation(_ -> continued[0]++);

      assertThat(schedule(group, new Thrower()).await()).isEqualTo(Outcome.FINISHED);
      assertThat(continued[0]).isEqualTo(1);
      // A step: begin and end, 3 of them; a yield and back, a block and resume; the group's four.
      assertThat(faults.thrown())
          .hasSize(4 * (3 * 2 + 2 + 2) + 4)
          .hasOnlyElementsOfType(StackOverflowError.class);
    }
  }

  @Test
  void S17_anObserverThatThrowsKeepsNoOtherFromTheEvent() throws Exception {
    try (var faults = new LoggedFaults(TaskObserver.class.getName())) {
      Recorder before = new Recorder();
      Recorder after = new Recorder();
      TaskGroup group =
          TaskGroup.of(
                  blockingOnce(
                      1, (c, _) -> TaskStatus.blocked(c.single(resumed(c)), BlockReason.IO)),
                  1)
              .withContinuation(_ -> {});

      TaskObserver all = TaskObserver.of(List.of(before, new Thrower(), after));
      assertThat(schedule(group, all).await()).isEqualTo(Outcome.FINISHED);

      assertThat(after.events)
          .contains("0 blocked IO", "0 resumed", "continuation end null", "group end Finished")
          .containsExactlyElementsOf(before.events);
      assertThat(faults.thrown()).hasSize(after.events.size());
    }
  }

  @Test
  void severalObserversAreToldInTheirOrder() throws Exception {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    List<TaskObserver> three = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      three.add(
          new TaskObserver() {
            @Override
            public void groupEnd(TaskContext context, Outcome outcome) {
              order.add(name);
            }
          });
    }
    assertThat(TaskObserver.of(List.of())).isSameAs(TaskObserver.NONE);

    TaskGroup group = TaskGroup.of(finishing(() -> {}), 1);
    assertThat(schedule(group, TaskObserver.of(three)).await()).isEqualTo(Outcome.FINISHED);

    assertThat(order).containsExactly("a", "b", "c");
  }

  private static Resumer resumed(TaskContext context) {
    Resumer resumer = context.newResumer();
    resumer.resume();
    return resumer;
  }

  @Test
  void S19_everyBlockIsAWaitBegunAndEnded() throws Exception {
    for (int batches : new int[] {8, 100, 1_023}) {
      BoundedBuffer buffer = new BoundedBuffer(batches);
      WaitCounter waits = new WaitCounter(4);
      WaitCounter takerWaits = new WaitCounter(4);
      GroupHandle putters =
          schedule(TaskGroup.of(Task.of("putter", (c, _) -> buffer.put(c)), 4), waits);
      GroupHandle takers =
          schedule(TaskGroup.of(Task.of("taker", (c, _) -> buffer.take(c)), 4), takerWaits);

      assertThat(putters.await()).isEqualTo(Outcome.FINISHED);
      assertThat(takers.await()).isEqualTo(Outcome.FINISHED);
      assertThat(buffer.taken()).isEqualTo(batches);
      for (int id = 0; id < 4; id++) {
        assertThat(waits.begun[id]).isEqualTo(waits.answered[id]).isEqualTo(waits.ended[id]);
        assertThat(putters.counters(id).blocks()).isEqualTo(waits.begun[id]);
        assertThat(takerWaits.begun[id])
            .isEqualTo(takerWaits.answered[id])
            .isEqualTo(takerWaits.ended[id]);
        assertThat(takers.counters(id).blocks()).isEqualTo(takerWaits.begun[id]);
      }
      assertThat(IntStream.of(waits.begun).sum() + IntStream.of(takerWaits.begun).sum())
          .isPositive();
    }
  }

  @Test
  void S19_aCancelledWaitHasEndedToo() throws Exception {
    WaitCounter waits = new WaitCounter(8);
    CompletableFuture<Void> blocked = new CompletableFuture<>();
    Task task =
        Task.of(
            "t",
            (c, id) -> {
              if (id == 7) {
                blocked.complete(null);
              }
              return id % 2 == 0
                  ? TaskStatus.BLOCKED_ON_SIGNAL
                  : TaskStatus.blocked(c.single(c.newResumer()), BlockReason.IO);
            });
    GroupHandle handle = schedule(TaskGroup.of(task, 8), waits);
    fixture.await(blocked);
    handle.cancel(null);

    assertThat(handle.await()).isEqualTo(new Outcome.Cancelled(null));
    assertThat(waits.begun).isEqualTo(waits.answered).isEqualTo(waits.ended);
  }

  @Test
  void blockedTimeIsCountedByReason() throws Exception {
    Task task =
        blockingOnce(
            2,
            (c, id) ->
                TaskStatus.blocked(
                    c.single(c.newTimer(Duration.ofMillis(10))),
                    id == 0 ? BlockReason.TIMER : BlockReason.MEMORY));
    GroupHandle handle =
        scheduler.schedule(TaskGroup.of(task, 2), ScheduleOptions.DEFAULT.withTimed(true));

    assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
    TaskCounters counters = handle.counters();
    assertThat(counters.blockedNanos())
        .containsOnlyKeys(BlockReason.TIMER, BlockReason.MEMORY)
        .allSatisfy((_, nanos) -> assertThat(nanos).isPositive());
    assertThat(counters.steps()).isEqualTo(4);
    assertThat(counters.blocks()).isEqualTo(2);
    long blocked = counters.blockedNanos().values().stream().mapToLong(Long::longValue).sum();
    assertThat(counters.wallNanos()).isGreaterThanOrEqualTo(blocked + counters.runNanos());
  }

  private GroupHandle schedule(TaskGroup group, TaskObserver observer) {
    return scheduler.schedule(group, ScheduleOptions.DEFAULT.withObserver(observer));
  }

  /** Events as text; of one instance in their order. */
  private static final class Recorder implements TaskObserver {
    final List<String> events = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void taskBegin(TaskContext context, Task task, int taskId, Lane lane) {
      events.add(taskId + " begin " + lane);
    }

    @Override
    public void taskEnd(
        TaskContext context,
        Task task,
        int taskId,
        @Nullable TaskStatus status,
        @Nullable Throwable error) {
      Object what = status instanceof TaskStatus.Blocked ? "Blocked" : status;
      events.add(taskId + " end " + (error == null ? what : error));
    }

    @Override
    public void taskBlocked(TaskContext c, Task task, int taskId, TaskStatus.Blocked status) {
      events.add(taskId + " blocked " + status.reason());
    }

    @Override
    public void taskResumed(TaskContext context, Task task, int taskId) {
      events.add(taskId + " resumed");
    }

    @Override
    public void taskYield(TaskContext context, Task task, int taskId) {
      events.add(taskId + " yield");
    }

    @Override
    public void taskYieldBack(TaskContext context, Task task, int taskId) {
      events.add(taskId + " yield back");
    }

    @Override
    public void continuationBegin(TaskContext context) {
      events.add("continuation begin");
    }

    @Override
    public void continuationEnd(TaskContext context, @Nullable Throwable error) {
      events.add("continuation end " + error);
    }

    @Override
    public void notifyFinishBegin(TaskContext context) {
      events.add("notify begin");
    }

    @Override
    public void notifyFinishEnd(TaskContext context, @Nullable Throwable error) {
      events.add("notify end " + error);
    }

    @Override
    public void allTasksEnded(TaskContext context, List<Outcome> outcomes) {
      events.add("all ended " + outcomes);
    }

    @Override
    public void groupEnd(TaskContext context, Outcome outcome) {
      events.add("group end " + outcome.getClass().getSimpleName());
    }
  }

  /** Counts by instance, in plain fields: calls for one instance never overlap. */
  private static final class WaitCounter implements TaskObserver {
    final int[] answered;
    final int[] begun;
    final int[] ended;

    WaitCounter(int count) {
      answered = new int[count];
      begun = new int[count];
      ended = new int[count];
    }

    @Override
    public void taskEnd(
        TaskContext context,
        Task task,
        int taskId,
        @Nullable TaskStatus status,
        @Nullable Throwable error) {
      if (status != null && status.isBlocked()) {
        answered[taskId]++;
      }
    }

    @Override
    public void taskBlocked(TaskContext c, Task task, int taskId, TaskStatus.Blocked status) {
      begun[taskId]++;
    }

    @Override
    public void taskResumed(TaskContext context, Task task, int taskId) {
      ended[taskId]++;
    }
  }

  /** Throws whenever it can, and not even an exception. */
  private static final class Thrower implements TaskObserver {
    @Override
    public void taskBegin(TaskContext context, Task task, int taskId, Lane lane) {
      throw new StackOverflowError();
    }

    @Override
    public void taskEnd(
        TaskContext context,
        Task task,
        int taskId,
        @Nullable TaskStatus status,
        @Nullable Throwable error) {
      throw new StackOverflowError();
    }

    @Override
    public void taskBlocked(TaskContext c, Task task, int taskId, TaskStatus.Blocked status) {
      throw new StackOverflowError();
    }

    @Override
    public void taskResumed(TaskContext context, Task task, int taskId) {
      throw new StackOverflowError();
    }

    @Override
    public void taskYield(TaskContext context, Task task, int taskId) {
      throw new StackOverflowError();
    }

    @Override
    public void taskYieldBack(TaskContext context, Task task, int taskId) {
      throw new StackOverflowError();
    }

    @Override
    public void continuationBegin(TaskContext context) {
      throw new StackOverflowError();
    }

    @Override
    public void continuationEnd(TaskContext context, @Nullable Throwable error) {
      throw new StackOverflowError();
    }

    @Override
    public void allTasksEnded(TaskContext context, List<Outcome> outcomes) {
      throw new StackOverflowError();
    }

    @Override
    public void groupEnd(TaskContext context, Outcome outcome) {
      throw new StackOverflowError();
    }
  }
}
