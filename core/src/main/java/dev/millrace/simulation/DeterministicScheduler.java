package dev.millrace.simulation;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Scheduler;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.Durations;
import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.Host;
import dev.millrace.task.engine.Placement;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.StepBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

  /** Time stands still within a turn, so only the steps limit it. */
  private static final long TURN_NANOS = Duration.ofDays(1).toNanos();

  private final SimulationConfig config;
  private final List<StepBudget> budgets;
  private final VirtualHost host = new VirtualHost();
  private final ReentrantLock lock = new ReentrantLock();

  /** Somebody can run, somebody has ended, or nobody drives any more. */
  private final Condition changed = lock.newCondition();

  /** Guarded by the lock, as all below. */
  private final Simulation simulation;

  private @Nullable Thread driver;
  private boolean closed;

  private DeterministicScheduler(SimulationConfig config) {
    this.config = config;
    this.simulation = new Simulation(config);
    this.budgets =
        IntStream.rangeClosed(1, config.maxSteps())
            .mapToObj(steps -> new StepBudget(steps, TURN_NANOS))
            .toList();
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
    lock.lock();
    try {
      GroupRun run = new GroupRun(group, options, host);
      ensureOpen(run.places());
      Seat[] seats = new Seat[run.places()];
      for (int id = 0; id < seats.length; id++) {
        seats[id] = Seat.ofGroup(this, run, id);
      }
      run.placed(new Row(seats));
      for (Seat seat : seats) {
        simulation.add(seat);
      }
      changed.signalAll();
      return run;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public TaskHandle submit(Task task) {
    requireNonNull(task, "task is null");
    lock.lock();
    try {
      ensureOpen(1);
      SoloTask solo = new SoloTask(task, host);
      simulation.add(Seat.ofSolo(this, solo));
      changed.signalAll();
      return solo;
    } finally {
      lock.unlock();
    }
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
   * @throws IllegalStateException when called by a step
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      var cause = new CancellationException("the scheduler was closed");
      simulation.live().forEach(seat -> seat.cancel(cause));
    } finally {
      lock.unlock();
    }
    driveUninterrupted(simulation::isEmpty, Long.MIN_VALUE);
  }

  // ---- driving

  /** Runs, and moves the clock from timer to timer, until nobody can run and no timer is left. */
  public void runUntilIdle() {
    driveUninterrupted(() -> false, Long.MAX_VALUE);
  }

  /**
   * Runs what can run now and in the next {@code duration}; the clock then shows that much more.
   * Called by a step, it only moves the clock, as if the step had taken so long.
   */
  public void advance(Duration duration) {
    long target = simulation.now() + Durations.nanos(duration);
    if (!isDriver()) {
      driveUninterrupted(() -> false, target);
    }
    lock.lock();
    try {
      simulation.moveTo(target);
    } finally {
      lock.unlock();
    }
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
    lock.lockInterruptibly();
    try {
      ensureNotDriver();
      while (!done.isDone()) {
        if (driver != null) {
          changed.await();
        } else {
          drive(done::isDone, Long.MAX_VALUE);
          awaitOutside(done::isDone);
        }
      }
      return done.join();
    } finally {
      lock.unlock();
    }
  }

  /** The virtual time; begins at 0. */
  public long nanoTime() {
    return simulation.now();
  }

  /** The virtual time as an instant; begins at the epoch. Serves as an {@code InstantSource}. */
  public Instant now() {
    return Instant.EPOCH.plusNanos(simulation.now());
  }

  // ---- looking

  public long seed() {
    return config.seed();
  }

  /** What was chosen so far; {@link SimulationConfig#replaying} does it again. */
  public Trace trace() {
    lock.lock();
    try {
      return simulation.trace();
    } finally {
      lock.unlock();
    }
  }

  public SimulationCounters counters() {
    lock.lock();
    try {
      return simulation.counters();
    } finally {
      lock.unlock();
    }
  }

  /** The seed, the time, and who waits for what. */
  public String diagnostics() {
    lock.lock();
    try {
      return simulation.diagnosis();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return "DeterministicScheduler[" + simulation + "]";
  }

  // ---- for the seats

  /** From any thread. Runs nobody's code. */
  void wake(Seat seat) {
    lock.lock();
    try {
      if (simulation.wake(seat)) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- the loop

  private void driveUninterrupted(BooleanSupplier done, long horizon) {
    lock.lock();
    try {
      ensureNotDriver();
      while (driver != null) {
        changed.awaitUninterruptibly();
      }
      drive(done, horizon);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: " + simulation.diagnosis(), e);
    } finally {
      lock.unlock();
    }
  }

  /** Gives turns until {@code done}, or until nothing can be done up to {@code horizon}. */
  private void drive(BooleanSupplier done, long horizon) throws InterruptedException {
    driver = Thread.currentThread();
    long lastTurn = simulation.turns() + config.maxTurns();
    try {
      while (!done.getAsBoolean() && turn(horizon)) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (simulation.turns() > lastTurn) {
          throw new IllegalStateException("no end in sight: " + simulation.diagnosis());
        }
      }
    } finally {
      driver = null;
      changed.signalAll();
    }
  }

  /** Does one thing, or nothing and returns false. Holds the lock except around foreign code. */
  private boolean turn(long horizon) {
    Runnable timer = simulation.takeDueTimer();
    if (timer != null) {
      lock.unlock();
      try {
        timer.run();
      } finally {
        lock.lock();
      }
      return true;
    }
    Seat seat = simulation.take();
    if (seat == null) {
      return simulation.jump(horizon);
    }
    Disposition next = run(seat);
    simulation.ran(seat, next);
    if (next.isEnd()) {
      changed.signalAll();
    }
    return true;
  }

  private Disposition run(Seat seat) {
    boolean bare = seat.mayRunBare() && simulation.chooseBare();
    int steps = simulation.chooseSteps();
    lock.unlock();
    try {
      return seat.run(budgets.get(steps - 1), bare, this::count);
    } finally {
      lock.lock();
    }
  }

  /** The boundary to a plain runnable. */
  private static TaskStatus runOnce(Runnable runnable) {
    try {
      runnable.run();
      return TaskStatus.FINISHED;
    } catch (Throwable e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      throw e;
    }
  }

  private void count(Disposition end) {
    lock.lock();
    try {
      simulation.count(end);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing can run: waits for another thread to change that. */
  private void awaitOutside(BooleanSupplier done) throws InterruptedException {
    long left = Durations.nanos(config.outsideWait());
    while (!simulation.canRun() && !done.getAsBoolean()) {
      if (left <= 0) {
        throw new IllegalStateException("nothing can run: " + simulation.diagnosis());
      }
      left = changed.awaitNanos(left);
    }
  }

  private void ensureOpen(int instances) {
    if (closed) {
      simulation.reject(instances);
      throw new RejectedExecutionException("the scheduler is closed");
    }
  }

  private boolean isDriver() {
    lock.lock();
    try {
      return driver == Thread.currentThread();
    } finally {
      lock.unlock();
    }
  }

  private void ensureNotDriver() {
    if (driver == Thread.currentThread()) {
      throw new IllegalStateException("a step must not wait: it runs on the thread that drives");
    }
  }

  /** The seats of one group. */
  private final class Row implements Placement {
    private final Seat[] seats;

    Row(Seat[] seats) {
      this.seats = seats;
    }

    @Override
    public void wake(int taskId) {
      DeterministicScheduler.this.wake(seats[taskId]);
    }

    @Override
    public void wakeAll() {
      for (Seat seat : seats) {
        DeterministicScheduler.this.wake(seat);
      }
    }
  }

  private final class VirtualHost implements Host {
    @Override
    public long nanoTime() {
      return simulation.now();
    }

    @Override
    public Timer after(long delayNanos, Runnable action) {
      lock.lock();
      try {
        VirtualTimers.Entry timer = simulation.addTimer(delayNanos, action);
        changed.signalAll();
        return () -> cancel(timer);
      } finally {
        lock.unlock();
      }
    }

    private void cancel(VirtualTimers.Entry timer) {
      lock.lock();
      try {
        simulation.removeTimer(timer);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public Outcome await(CompletableFuture<Outcome> done) throws InterruptedException {
      return DeterministicScheduler.this.await(done);
    }
  }
}
