package dev.millrace.executor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.millrace.executor.ExecutorCore.Life;
import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.Host;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.TaskInstance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An executor whose workers never come by: they are not started, or only when all was swept. */
@Timeout(60)
final class SweepTest {

  private final ExecutorCore core =
      new ExecutorCore(ExecutorConfig.defaults().withWorkers(2).withCapacity(4096));
  private final Submissions submissions = new Submissions(core);
  private final AtomicInteger steps = new AtomicInteger();

  /** Where wakes are offered. */
  private @Nullable RunLane wakes;

  private void shutDown() {
    core.drain();
    core.cancelAll();
  }

  private void sweep() {
    new Sweep(core).run();
  }

  private TaskStatus step() {
    steps.incrementAndGet();
    return TaskStatus.FINISHED;
  }

  private SoloTask submit() {
    var task = new SoloTask(Task.of("solo", (_, _) -> step()), core);
    submissions.submit(task);
    return task;
  }

  @Test
  void runnablesThatNeverRanAreTold() {
    Runnable runnable = steps::incrementAndGet;
    submissions.submit(runnable);
    shutDown();

    sweep();

    assertThat(core.neverRun()).containsExactly(runnable);
    assertThat(core.outside().cancelled.sum()).isEqualTo(1);
    assertThat(steps).hasValue(0);
  }

  /** Every worker may have looked, and gone to sleep, between the last take and its count. */
  @Test
  void whoeverEndsTheLastRunnableStopsTheExecutor() {
    submissions.submit(steps::incrementAndGet);
    shutDown();

    sweep();

    assertThat(core.life()).isEqualTo(Life.STOPPED);
  }

  @Test
  void tasksThatNeverRanEndAsCancelled() {
    SoloTask task = submit();
    shutDown();

    sweep();

    assertThat(task.done().getNow(null)).isInstanceOf(Outcome.Cancelled.class);
    assertThat(steps).hasValue(0);
    assertThat(core.life()).isEqualTo(Life.STOPPED);
  }

  @Test
  void aLateSignalEndsNobody() {
    SoloTask task = submit();
    SlotWord word = SlotRunner.wordOf(task);
    shutDown();
    sweep();

    SignalWord.Posted _ = word.signal(1 << task.slot());
    sweep();

    assertThat(word.isQuiet()).isTrue();
    assertThat(core.outside().settled.sum()).isEqualTo(1);
  }

  /** What ends one task may signal others, also in words that the sweep has passed already. */
  @Test
  void whatIsWokenBehindItIsSweptToo() {
    List<SoloTask> tasks = new ArrayList<>();
    for (int i = 0; i < 2 * SignalWord.SLOTS; i++) {
      tasks.add(submit());
    }
    SoloTask first = tasks.getFirst();
    SlotWord word = SlotRunner.wordOf(first);
    int bit = 1 << first.slot();
    assertThat(word.takeSome(bit, 0, 1)).isEqualTo(bit); // by somebody who gives it back later
    CompletableFuture<Void> _ =
        tasks.getLast().done().thenRun(() -> core.tree().post(word.giveBack(bit), word.index));
    shutDown();

    sweep();

    assertThat(tasks).allMatch(task -> task.done().isDone());
    assertThat(core.life()).isEqualTo(Life.STOPPED);
  }

  /** It was accepted, and only then put where {@link ExecutorCore#cancelAll} had looked before. */
  @Test
  void aGroupThatCameTooLateToBeCancelledIsCancelledByTheSweep() {
    GroupRun group = submitGroupDuringShutdown();

    sweep();

    assertCancelledUnrun(group);
  }

  @Test
  void aGroupThatCameTooLateToBeCancelledIsCancelledByItsWorker() throws Exception {
    GroupRun group = submitGroupDuringShutdown();

    core.start();

    group.done().join();
    assertThat(core.awaitStopped(Duration.ofMinutes(1).toNanos())).isTrue();
    assertCancelledUnrun(group);
  }

  /** What a worker has taken at once waits for one that does not return: the first one here. */
  @Test
  void runnablesOfAWorkersRowAreTold() {
    Worker worker = quickWorker();
    List<Runnable> behind = List.of(() -> fail(), () -> fail());
    worker.lane().offer(this::shutDownAndSweep);
    behind.forEach(worker.lane()::offer);

    worker.runIfAny(worker.lane().index());

    assertThat(core.neverRun()).isEqualTo(behind);
    assertThat(core.outside().cancelled.sum()).isEqualTo(2);
  }

  @Test
  void tasksWokenInAWorkersRowAreCancelled() {
    Worker worker = quickWorker();
    List<SoloTask> behind = List.of(parked(() -> fail()), parked(() -> fail()));
    List<Boolean> ended = new ArrayList<>(); // before the first one returns
    Runnable sweeps =
        () -> {
          shutDownAndSweep();
          behind.forEach(task -> ended.add(task.done().isDone()));
        };
    summon(parked(sweeps));
    behind.forEach(this::summon);

    worker.runIfAny(requireNonNull(wakes).index());

    assertThat(ended).containsExactly(true, true);
    assertThat(behind)
        .allMatch(task -> task.done().getNow(null) instanceof Outcome.Cancelled, "is cancelled");
  }

  private void shutDownAndSweep() {
    shutDown();
    sweep();
  }

  private Worker quickWorker() {
    Worker worker = core.workers().getFirst();
    for (int i = 0; i < Pace.TRUST; i++) {
      worker.pace().begin(0);
      assertThat(worker.pace().ran(1)).isTrue();
      worker.pace().read(1);
    }
    return worker;
  }

  /** It is in its place, and whoever wakes it has it run. */
  private SoloTask parked(Runnable work) {
    Task task =
        Task.of(
            "parked",
            (_, _) -> {
              work.run();
              return TaskStatus.BLOCKED_ON_SIGNAL;
            });
    SoloTask instance = new SoloTask(task, core);
    submissions.submit(instance);
    SlotWord word = SlotRunner.wordOf(instance);
    int bit = 1 << instance.slot();
    assertThat(word.takeSome(bit, 0, 1)).isEqualTo(bit);
    assertThat(word.release(bit)).isEqualTo(SignalWord.Posted.QUIET);
    return instance;
  }

  private void summon(SoloTask task) {
    assertThat(task.summon()).isTrue();
    wakes = core.lanes().offerWake(task);
  }

  private GroupRun submitGroupDuringShutdown() {
    var task = Task.of("late", (_, _) -> step());
    var group =
        new GroupRun(
            TaskGroup.of(task, 40),
            ScheduleOptions.DEFAULT.withTimeout(Duration.ofHours(1)),
            new ShutsDownMeanwhile());
    assertThat(group.mayRunBare()).isTrue();
    submissions.submit(group);
    return group;
  }

  private void assertCancelledUnrun(GroupRun group) {
    assertThat(group.done().getNow(null)).isInstanceOf(Outcome.Cancelled.class);
    assertThat(steps).hasValue(0);
    assertThat(core.submitted()).isEqualTo(40);
    assertThat(core.life()).isEqualTo(Life.STOPPED);
  }

  /** Between the moment in which a group has got its slots, and that in which it is put there. */
  private final class ShutsDownMeanwhile implements Host {

    @Override
    public Timer after(long delayNanos, Runnable action) {
      shutDown();
      return core.after(delayNanos, action);
    }

    @Override
    public void wake(TaskInstance instance) {
      core.wake(instance);
    }

    @Override
    public long nanoTime() {
      return core.nanoTime();
    }

    @Override
    public Outcome await(CompletableFuture<Outcome> done) throws InterruptedException {
      return core.await(done);
    }
  }
}
