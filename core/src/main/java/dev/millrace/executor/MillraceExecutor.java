package dev.millrace.executor;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.GroupHandle;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Scheduler;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.engine.Durations;
import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.SoloTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Runs tasks on a fixed number of worker threads. A parked task costs a bit and a small object, a
 * wake-up sets that bit, and no wake-up is lost: see SIGNALLING.md in this package.
 *
 * <pre>{@code
 * try (var executor = MillraceExecutor.create(ExecutorConfig.defaults())) {
 *   var handle = executor.submit(Task.of("hello", (context, id) -> {
 *     System.out.println("hello");
 *     return TaskStatus.FINISHED;
 *   }));
 *   handle.await();
 * }
 * }</pre>
 *
 * Also a plain {@link Executor}. Thread-safe; may be used from platform and virtual threads and
 * from its own tasks.
 *
 * <p>Workers that sleep are woken sooner, on Linux 6.12 and later, if this module may make native
 * calls: {@code --enable-native-access=dev.millrace.core}, or {@code ALL-UNNAMED} on the class
 * path. They then have shorter time slices than other threads.
 */
public final class MillraceExecutor implements Scheduler, Executor, AutoCloseable {

  private final ExecutorCore core;
  private final Submissions submissions;

  private MillraceExecutor(ExecutorCore core) {
    this.core = core;
    this.submissions = new Submissions(core);
  }

  /** Builds an executor and starts its workers, which are daemon threads. */
  public static MillraceExecutor create(ExecutorConfig config) {
    ExecutorCore core = new ExecutorCore(requireNonNull(config, "config is null"));
    core.start();
    return new MillraceExecutor(core);
  }

  @Override
  public GroupHandle schedule(TaskGroup group, ScheduleOptions options) {
    GroupRun run =
        new GroupRun(
            requireNonNull(group, "group is null"),
            requireNonNull(options, "options is null"),
            core);
    submissions.submit(run);
    return run;
  }

  /** {@link System#nanoTime}. */
  @Override
  public long nanoTime() {
    return core.nanoTime();
  }

  @Override
  public TaskHandle submitHere(Task task) {
    SoloTask solo = new SoloTask(requireNonNull(task, "task is null"), core);
    submissions.submitHere(solo);
    return solo;
  }

  @Override
  public TaskHandle submit(Task task) {
    SoloTask solo = new SoloTask(requireNonNull(task, "task is null"), core);
    submissions.submit(solo);
    return solo;
  }

  /**
   * Runs {@code runnable} once. What it throws goes to the worker's uncaught-exception handler. It
   * may block its worker, even until another runnable has run: others run what waits behind it, at
   * once or, if runnables have been short lately, after some milliseconds.
   */
  @Override
  public void execute(Runnable runnable) {
    submissions.submit(requireNonNull(runnable, "runnable is null"));
  }

  /**
   * Accepts nothing more from outside, waits for what was accepted, and stops the workers. Tasks
   * may submit others until they end. What has not ended after the configured time is cancelled; a
   * step that does not return even then is left behind on its daemon thread.
   *
   * @throws IllegalStateException by one of its own tasks
   */
  @Override
  public void close() {
    ensureOutside();
    core.drain();
    boolean interrupted = false;
    try {
      if (awaitTermination(core.config().closeTimeout())) {
        return;
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    cancelAll();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void cancelAll() {
    core.cancelAll();
    Duration most = core.config().closeTimeout();
    try {
      if (!awaitTermination(most)) {
        core.sweep(most);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Accepts nothing more, cancels everything that lives, interrupts the workers and the threads of
   * IO tasks, and waits for at most the configured time. If a step has not returned by then, all
   * else is ended without its worker, and only what that one has taken still counts as live.
   *
   * @return the runnables that never began
   * @throws IllegalStateException by one of its own tasks
   */
  public List<Runnable> shutdownNow() {
    ensureOutside();
    core.drain();
    cancelAll();
    return core.neverRun();
  }

  /** Returns true if everything has ended and the workers have stopped, or do so in time. */
  public boolean awaitTermination(Duration timeout) throws InterruptedException {
    return core.awaitStopped(Durations.nanos(timeout));
  }

  public ExecutorCounters counters() {
    OutsideLedger outside = core.outside();
    IdleWorkers idle = core.tree().idle();
    List<WorkerCounters> workers = core.workers().stream().map(Worker::counters).toList();
    long finished = outside.finished.sum();
    long failed = outside.failed.sum();
    long cancelled = outside.cancelled.sum();
    long rejected = outside.rejected.sum();
    for (WorkerCounters each : workers) {
      finished += each.finished();
      failed += each.failed();
      cancelled += each.cancelled();
    }
    return new ExecutorCounters(
        core.submitted() + rejected,
        finished,
        failed,
        cancelled,
        rejected,
        core.tree().permits(),
        Long.bitCount(idle.sleepers()),
        idle.searching(),
        core.arena().slots(),
        core.timekeeper().pending(),
        workers);
  }

  /** Everything there is to know about where work is and who sleeps, for people. */
  public String diagnostics() {
    return new Diagnostics(core, counters()).toString();
  }

  private void ensureOutside() {
    if (Worker.isOf(core) || core.isInside()) {
      throw new IllegalStateException("an executor cannot be closed by one of its own tasks");
    }
  }

  @Override
  public String toString() {
    ExecutorCounters counters = counters();
    return "executor %s: %d workers, %d live, %s"
        .formatted(core.config().name(), core.config().workers(), counters.live(), core.life());
  }
}
