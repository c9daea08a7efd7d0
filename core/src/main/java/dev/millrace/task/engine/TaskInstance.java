package dev.millrace.task.engine;

import static dev.millrace.task.TaskStatus.CONTINUE;

import dev.millrace.task.Awaiter;
import dev.millrace.task.Lane;
import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHint;
import dev.millrace.task.TaskStatus;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a task between two schedulings: knows what it waits for and turns the answer of a
 * step into the next thing to do.
 *
 * <pre>
 *          ┌────────────── AGAIN / YIELDED ──────────────┐
 *          ▼                                             │
 *   placed ──woken──► run(): steps ──Blocked──► PARKED ──┤ woken
 *                       │      ▲                         │
 *                       │      └── awaiter ready already ┘
 *                       └──Finished, Cancelled, throws──► ended, for ever
 * </pre>
 *
 * Not thread-safe by itself: everything except {@link #wake()} is called only by the thread that
 * the scheduler has made its owner for the moment; the scheduler gives happens-before from one
 * owner to the next.
 */
public abstract class TaskInstance implements ResumeListener {

  private static final int LONGEST_CHUNK = 256;
  private static final Awaiter SIGNAL = TaskStatus.BLOCKED_ON_SIGNAL.awaiter();

  final Task task;

  /** Set once by the scheduler before the first wake. */
  private @Nullable Home home;

  /** Where in its home it is; the home's business. */
  private int slot;

  /** What it hangs on while it is parked; registered there. Owner only. */
  private @Nullable Suspender hangingOn;

  /** The status that a first step, run elsewhere, has answered, or what it threw. Owner only. */
  private @Nullable Object unsettled;

  /** Whether its steps may block their thread. */
  private final boolean io;

  /** Parked until any wake. Owner only. */
  private boolean awaitsSignal;

  /**
   * Nobody's task any more: a wake comes too late. Written by its last owner, read by anybody; who
   * reads it too early signals in vain, which does no harm.
   */
  private boolean gone;

  /** Has yielded: the next turn is one step in the low-priority lane. Owner only. */
  private boolean yielded;

  TaskInstance(Task task) {
    this.task = task;
    this.io = task.hint() == TaskHint.IO;
  }

  // ---- for the scheduler

  public final void place(Home newHome, int newSlot) {
    home = newHome;
    slot = newSlot;
  }

  public final @Nullable Home home() {
    return home;
  }

  public final int slot() {
    return slot;
  }

  /** It has ended and gives up its slot. Owner only. */
  public final void leave() {
    gone = true;
  }

  public final Task task() {
    return task;
  }

  public final boolean isIo() {
    return io;
  }

  /** From any thread. */
  public final void wake() {
    Home place = home;
    if (place != null && !gone) {
      place.wake(this);
    }
  }

  /** From any thread, which may have to run it. */
  final void wakeHere() {
    Home place = home;
    if (place != null && !gone) {
      place.wakeHere(this);
    }
  }

  @Override
  public final void resumed() {
    wake();
  }

  /** Runs steps until the instance has to leave its thread. Owner only. */
  public final Disposition run(StepBudget budget, Ledger ledger) {
    if (isCancelled()) {
      return giveUp(ledger);
    }
    Suspender awaited = hangingOn;
    if (awaited != null) {
      if (!awaited.isReady()) {
        return Disposition.PARKED; // a signal: the step that begins after this wait will have it
      }
      hangingOn = null;
      onResumed();
    } else if (awaitsSignal) {
      awaitsSignal = false;
      onResumed();
    }
    boolean low = yielded;
    yielded = false;
    int steps = low ? 1 : budget.steps();
    return isWatched()
        ? runWatched(lane(low), steps, budget.nanos(), ledger)
        : runPlain(steps, budget.nanos(), ledger);
  }

  /** Asks it to end, and with it its group if it has one. From any thread. */
  public abstract void cancel(@Nullable Throwable cause);

  // ---- for the subclasses

  abstract TaskContext context();

  abstract int id();

  abstract boolean isCancelled();

  /** The cause to report for a task that ends because it was cancelled. */
  abstract @Nullable Throwable cancelCause();

  /** Called exactly once, after the ledger has counted the end. */
  abstract void ended(Outcome outcome);

  /** Whether somebody wants to be told of every step. */
  boolean isWatched() {
    return false;
  }

  /** One step with everything that a watcher wants to see around it. Only if watched. */
  TaskStatus watchedStep(Lane lane) throws Exception {
    throw new AssertionError("not watched");
  }

  void onSteps(int steps) {}

  void onBlocked(TaskStatus.Blocked status) {}

  void onResumed() {}

  void onYield() {}

  /** The next run begins with this answer of a first step, or with what that step threw. */
  final void settleLater(Object statusOrThrowable) {
    unsettled = statusOrThrowable;
  }

  // ---- the loop

  /** Most slices are one step; the rest is {@link #runOn}'s. */
  private Disposition runPlain(int maxSteps, long maxNanos, Ledger ledger) {
    if (unsettled != null) {
      return runOn(maxSteps, maxNanos, ledger);
    }
    TaskStatus status;
    try {
      status = task.step().run(context(), id());
    } catch (Throwable e) { // foreign code: whatever it throws is its outcome
      onSteps(1);
      return end(new Outcome.Failed(e), ledger);
    }
    onSteps(1);
    Disposition next = status == CONTINUE ? null : settle(status, ledger);
    if (next != null) {
      return next;
    }
    return maxSteps == 1 ? afterLastStep(ledger) : runOn(maxSteps - 1, maxNanos, ledger);
  }

  private Disposition afterLastStep(Ledger ledger) {
    return isCancelled() ? giveUp(ledger) : Disposition.AGAIN;
  }

  /**
   * Looks at the clock only between chunks of steps that double in length: a task of one step never
   * pays for it, a task of a thousand hardly notices, and one with long steps is caught early.
   */
  private Disposition runOn(int maxSteps, long maxNanos, Ledger ledger) {
    Task.Step step = task.step();
    TaskContext context = context();
    int id = id();
    int left = maxSteps;
    int chunk = 1;
    long stop = 0;
    while (true) {
      TaskStatus status;
      int steps = 0;
      try {
        status = takeUnsettled();
        while (status == CONTINUE && steps < chunk && !isCancelled()) {
          steps++;
          status = step.run(context, id);
        }
      } catch (Throwable e) { // foreign code: whatever it throws is its outcome
        onSteps(steps);
        return end(new Outcome.Failed(e), ledger);
      }
      onSteps(steps);
      if (status != CONTINUE) {
        Disposition next = settle(status, ledger);
        if (next != null) {
          return next;
        }
      }
      if (isCancelled()) {
        return giveUp(ledger);
      }
      left -= Math.max(steps, 1);
      if (left <= 0) {
        return Disposition.AGAIN;
      }
      long now = context.nanoTime();
      if (stop == 0) {
        stop = now + maxNanos;
      } else if (now - stop >= 0) {
        return Disposition.AGAIN;
      } else {
        chunk = Math.min(chunk << 1, LONGEST_CHUNK);
      }
      chunk = Math.min(chunk, left);
    }
  }

  private Disposition runWatched(Lane lane, int maxSteps, long maxNanos, Ledger ledger) {
    long stop = context().nanoTime() + maxNanos;
    for (int left = maxSteps; left > 0; left--) {
      TaskStatus status;
      try {
        status = watchedStep(lane);
      } catch (Throwable e) { // foreign code, as above
        return end(new Outcome.Failed(e), ledger);
      }
      Disposition next = settle(status, ledger);
      if (next != null) {
        return next;
      }
      if (isCancelled()) {
        return giveUp(ledger);
      }
      if (context().nanoTime() - stop >= 0) {
        break;
      }
    }
    return Disposition.AGAIN;
  }

  private Lane lane(boolean low) {
    if (io) {
      return Lane.IO;
    }
    return low ? Lane.YIELD : Lane.NORMAL;
  }

  private TaskStatus takeUnsettled() throws Throwable {
    Object first = unsettled;
    if (first == null) {
      return CONTINUE;
    }
    unsettled = null;
    if (first instanceof Throwable thrown) {
      throw thrown;
    }
    return (TaskStatus) first;
  }

  /**
   * What a step's answer means; null to go on with the next step at once. By plain comparisons,
   * because a pattern switch costs as much as the rest of a short slice.
   */
  private @Nullable Disposition settle(@Nullable TaskStatus status, Ledger ledger) {
    if (status instanceof TaskStatus.Blocked blocked) {
      return block(blocked, ledger);
    }
    if (status == TaskStatus.YIELD) {
      onYield();
      yielded = true;
      return Disposition.YIELDED;
    }
    if (status == TaskStatus.FINISHED) {
      return end(Outcome.FINISHED, ledger);
    }
    if (status == TaskStatus.CANCELLED) {
      return end(new Outcome.Cancelled(cancelCause()), ledger);
    }
    return status == null ? end(new Outcome.Failed(answeredNull(task, id())), ledger) : null;
  }

  private @Nullable Disposition block(TaskStatus.Blocked blocked, Ledger ledger) {
    // A wake may come at any time now, but nobody else runs this instance before its owner lets go.
    if (blocked.awaiter() == SIGNAL) {
      onBlocked(blocked);
      awaitsSignal = true;
      return Disposition.PARKED;
    }
    if (blocked.awaiter() instanceof Suspender suspender) {
      onBlocked(blocked);
      return hang(suspender, ledger);
    }
    return end(new Outcome.Failed(foreign(blocked)), ledger);
  }

  private @Nullable Disposition hang(Suspender suspender, Ledger ledger) {
    try {
      if (suspender.suspend(this)) {
        hangingOn = suspender;
        return Disposition.PARKED;
      }
    } catch (IllegalStateException usedTwice) {
      onResumed();
      return end(new Outcome.Failed(usedTwice), ledger);
    }
    onResumed();
    return null;
  }

  /** For whoever calls a step: null is not an answer. */
  static NullPointerException answeredNull(Task task, int id) {
    return new NullPointerException("task " + task.name() + "[" + id + "] answered null");
  }

  private IllegalArgumentException foreign(TaskStatus.Blocked blocked) {
    return new IllegalArgumentException(
        describe()
            + " blocked on "
            + blocked.awaiter()
            + ", which no TaskContext made: use context.single, any or all");
  }

  private Disposition giveUp(Ledger ledger) {
    Suspender awaited = hangingOn;
    if (awaited != null) {
      hangingOn = null;
      awaited.abandon(this);
      onResumed();
    } else if (awaitsSignal) {
      awaitsSignal = false;
      onResumed();
    }
    return end(
        unsettled instanceof Throwable thrown
            ? new Outcome.Failed(thrown)
            : new Outcome.Cancelled(cancelCause()),
        ledger);
  }

  private Disposition end(Outcome outcome, Ledger ledger) {
    Disposition end =
        switch (outcome) {
          case Outcome.Finished _ -> Disposition.FINISHED;
          case Outcome.Failed _ -> Disposition.FAILED;
          case Outcome.Cancelled _ -> Disposition.CANCELLED;
        };
    ledger.ended(end);
    ended(outcome);
    return end;
  }

  private String describe() {
    return "task " + task.name() + "[" + id() + "]";
  }

  @Override
  public String toString() {
    if (awaitsSignal) {
      return describe() + " waiting for its signal";
    }
    return describe() + (hangingOn == null ? "" : " waiting for " + hangingOn);
  }
}
