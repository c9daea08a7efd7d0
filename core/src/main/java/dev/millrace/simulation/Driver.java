package dev.millrace.simulation;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.task.Outcome;
import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.Durations;
import dev.millrace.task.engine.Host;
import dev.millrace.task.engine.StepBudget;
import dev.millrace.task.engine.TaskInstance;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The lock around a simulation, and the loop that gives turns: on the thread of whoever waits, one
 * thread at a time. The lock is never held while foreign code runs. Thread-safe.
 */
final class Driver implements Host {

  /** Time stands still within a turn, so only the steps limit it. */
  private static final long TURN_NANOS = Duration.ofDays(1).toNanos();

  private final SimulationConfig config;
  private final List<StepBudget> budgets;
  private final ReentrantLock lock = new ReentrantLock();

  /** Somebody can run, something has ended, or nobody drives any more. */
  private final Condition changed = lock.newCondition();

  /** Guarded by the lock. */
  private final Simulation simulation;

  /** The thread that drives. Guarded by the lock. */
  private @Nullable Thread owner;

  Driver(SimulationConfig config) {
    this.config = config;
    this.simulation = new Simulation(config);
    this.budgets =
        IntStream.rangeClosed(1, config.maxSteps())
            .mapToObj(steps -> new StepBudget(steps, TURN_NANOS))
            .toList();
  }

  // ---- from any thread

  /** Looks at the simulation, or changes it. {@code access} runs nobody's code. */
  @CanIgnoreReturnValue
  <T> T with(Function<Simulation, T> access) {
    lock.lock();
    try {
      T result = access.apply(simulation);
      changed.signalAll();
      return result;
    } finally {
      lock.unlock();
    }
  }

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

  @Override
  public void wake(TaskInstance instance) {
    if (instance.isPlaced() && instance.home() instanceof Seat seat) {
      wake(seat);
    }
  }

  @Override
  public long nanoTime() {
    return simulation.now();
  }

  @Override
  public Timer after(long delayNanos, Runnable action) {
    VirtualTimers.Entry timer = with(s -> s.addTimer(delayNanos, action));
    return () -> with(s -> s.removeTimer(timer));
  }

  /** Whether this is the thread that drives: then a step has called. */
  boolean isDriving() {
    return with(_ -> owner == Thread.currentThread());
  }

  // ---- from a thread that is to drive

  @Override
  public Outcome await(CompletableFuture<Outcome> done) throws InterruptedException {
    return awaitAny(done);
  }

  /** Drives until {@code done} is; when nothing can run, waits for other threads, but not long. */
  <T> T awaitAny(CompletableFuture<T> done) throws InterruptedException {
    if (done.isDone()) {
      return done.join(); // also by a step: there is nothing to wait for
    }
    var _ = done.whenComplete((_, _) -> with(_ -> true)); // whoever completes it: wake us
    lock.lockInterruptibly();
    try {
      ensureNotDriving();
      while (!done.isDone()) {
        if (owner != null) {
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

  /** Drives until {@code done}, or until nothing can be done up to {@code horizon}. */
  void driveUntil(BooleanSupplier done, long horizon) {
    lock.lock();
    try {
      ensureNotDriving();
      while (owner != null) {
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

  // ---- the loop; the lock is held, except around foreign code

  private void drive(BooleanSupplier done, long horizon) throws InterruptedException {
    owner = Thread.currentThread();
    OutsideInterrupts interrupts = new OutsideInterrupts();
    boolean interrupted = false;
    try {
      interrupted = giveTurns(done, horizon, interrupts);
    } finally {
      if (interrupts.endDrive() && !interrupted) {
        Thread.currentThread().interrupt(); // it came too late for this drive
      }
      owner = null;
      changed.signalAll();
    }
    if (interrupted) {
      throw new InterruptedException();
    }
  }

  /** Whether it was interrupted, by anybody but the steps themselves. */
  private boolean giveTurns(BooleanSupplier done, long horizon, OutsideInterrupts interrupts) {
    long lastTurn = simulation.turns() + config.maxTurns();
    while (!done.getAsBoolean()) {
      interrupts.beginTurn();
      if (!turn(horizon)) {
        return false;
      }
      if (interrupts.endTurn()) {
        return true;
      }
      if (simulation.turns() > lastTurn) {
        throw new IllegalStateException("no end in sight: " + simulation.diagnosis());
      }
    }
    return false;
  }

  /** Does one thing, or nothing and returns false. */
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
    StepBudget budget = budgets.get(simulation.chooseSteps() - 1);
    lock.unlock();
    try {
      return seat.run(budget, bare, this::count);
    } finally {
      lock.lock();
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

  private void ensureNotDriving() {
    if (owner == Thread.currentThread()) {
      throw new IllegalStateException("a step must not wait: it runs on the thread that drives");
    }
  }
}
