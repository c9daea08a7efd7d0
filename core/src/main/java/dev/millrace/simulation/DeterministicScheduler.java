package dev.millrace.simulation;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.GroupHandle;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Scheduler;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.Durations;
import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.Placement;
import dev.millrace.task.engine.SoloTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;

/**
 * Runs tasks on the thread that waits for them, one at a time, in an order that a seed decides,
 * with a clock that stands still while anything can run. The same seed and the same program give
 * the same run.
 *
 * <pre>{@code
 * var scheduler = DeterministicScheduler.create(42);
 * GroupHandle handle = scheduler.schedule(group);   // nothing runs yet
 * Outcome outcome = handle.await();                 // runs everybody's steps until this one is done
 * }</pre>
 *
 * <p>Nothing happens unless some thread drives: {@link #runUntilIdle()}, {@link #advance}, {@link
 * #runUntil} and {@code await} on a handle do. One thread drives at a time; others that want to
 * wait for it. When nothing can run, the clock jumps to the next timer. When there is none either,
 * {@code await} fails and says who waits for what; if {@link SimulationConfig#outsideWait()} allows
 * it, it waits for other threads first. A resume from another thread is never lost, but when it
 * comes is not the seed's decision.
 *
 * <p>Also a plain {@link Executor}, for futures and other code that only asks for one. Thread-safe.
 */
public final class DeterministicScheduler implements Scheduler, Executor, AutoCloseable {

  private final SimulationConfig config;
  private final Driver driver;

  /** Written under the driver's lock. */
  private volatile boolean closed;

  private DeterministicScheduler(SimulationConfig config) {
    this.config = config;
    this.driver = new Driver(config);
  }

  public static DeterministicScheduler create(long seed) {
    return create(SimulationConfig.ofSeed(seed));
  }

  public static DeterministicScheduler create(SimulationConfig config) {
    return new DeterministicScheduler(requireNonNull(config, "config is null"));
  }

  // ---- work

  @Override
  public GroupHandle schedule(TaskGroup group, ScheduleOptions options) {
    requireNonNull(group, "group is null");
    requireNonNull(options, "options is null");
    return driver.with(simulation -> schedule(group, options, simulation));
  }

  private GroupRun schedule(TaskGroup group, ScheduleOptions options, Simulation simulation) {
    GroupRun run = new GroupRun(group, options, driver);
    ensureOpen(run.places(), simulation);
    List<Seat> seats =
        IntStream.range(0, run.places()).mapToObj(id -> Seat.ofGroup(run, id)).toList();
    run.placed(new Row(driver, seats));
    seats.forEach(simulation::add);
    return run;
  }

  @Override
  public TaskHandle submit(Task task) {
    requireNonNull(task, "task is null");
    return driver.with(simulation -> submit(task, simulation));
  }

  private SoloTask submit(Task task, Simulation simulation) {
    ensureOpen(1, simulation);
    SoloTask solo = new SoloTask(task, driver);
    simulation.add(Seat.ofSolo(solo));
    return solo;
  }

  /** Runs {@code runnable} once. What it throws goes to the thread's uncaught-exception handler. */
  @Override
  public void execute(Runnable runnable) {
    requireNonNull(runnable, "runnable is null");
    TaskHandle _ = submit(Task.of("runnable", (_, _) -> runOnce(runnable)));
  }

  /**
   * Cancels whatever has not ended and runs it to its end. Nothing is accepted afterwards.
   *
   * @throws IllegalStateException when called by a step; then nothing has changed
   */
  @Override
  public void close() {
    if (driver.isDriving()) {
      throw new IllegalStateException("a scheduler cannot be closed by one of its own steps");
    }
    List<Seat> live =
        driver.with(simulation -> {
          closed = true;
          return simulation.live();
        });
    var cause = new CancellationException("the scheduler was closed");
    live.forEach(seat -> seat.cancel(cause));
    driver.driveUntil(() -> driver.with(Simulation::isEmpty), Long.MIN_VALUE);
  }

  // ---- driving

  /** Runs, and moves the clock from timer to timer, until nobody can run and no timer is left. */
  public void runUntilIdle() {
    driver.driveUntil(() -> false, Long.MAX_VALUE);
  }

  /**
   * Runs what can run now and in the next {@code duration}; the clock then shows that much more.
   * Called by a step, it only moves the clock, as if the step had taken so long.
   */
  public void advance(Duration duration) {
    long target = driver.nanoTime() + Durations.nanos(duration);
    if (!driver.isDriving()) {
      driver.driveUntil(() -> false, target);
    }
    driver.with(simulation -> simulation.moveTo(target));
  }

  /** As {@link #advance}, to a point in time. */
  public void runUntil(Instant time) {
    advance(Duration.between(now(), time));
  }

  /**
   * Drives until {@code done} is, and returns its value.
   *
   * @throws IllegalStateException if nothing can run any more, or when called by a step
   * @throws java.util.concurrent.CompletionException if it completes exceptionally
   */
  public <T> T await(CompletableFuture<T> done) throws InterruptedException {
    return driver.awaitAny(requireNonNull(done, "done is null"));
  }

  /** The virtual time; begins at 0. */
  @Override
  public long nanoTime() {
    return driver.nanoTime();
  }

  /** The virtual time as an instant; begins at the epoch. Serves as an {@code InstantSource}. */
  public Instant now() {
    return Instant.EPOCH.plusNanos(driver.nanoTime());
  }

  // ---- looking

  public long seed() {
    return config.seed();
  }

  /** What was chosen so far; {@link SimulationConfig#replaying} does it again. */
  public Trace trace() {
    return driver.with(Simulation::trace);
  }

  public SimulationCounters counters() {
    return driver.with(Simulation::counters);
  }

  /** The seed, the time, and who waits for what. */
  public String diagnostics() {
    return driver.with(Simulation::diagnosis);
  }

  @Override
  public String toString() {
    return "DeterministicScheduler[" + driver.with(Simulation::toString) + "]";
  }

  private static TaskStatus runOnce(Runnable runnable) {
    try {
      runnable.run();
      return TaskStatus.FINISHED;
    } catch (Throwable e) { // foreign code: the handler is told, and the engine
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      throw e;
    }
  }

  private void ensureOpen(int instances, Simulation simulation) {
    if (closed) {
      simulation.reject(instances);
      throw new RejectedExecutionException("the scheduler is closed");
    }
  }

  /** The seats of one group. */
  private record Row(Driver driver, List<Seat> seats) implements Placement {
    @Override
    public void wake(int taskId) {
      driver.wake(seats.get(taskId));
    }

    @Override
    public void wakeAll() {
      seats.forEach(driver::wake);
    }
  }
}
