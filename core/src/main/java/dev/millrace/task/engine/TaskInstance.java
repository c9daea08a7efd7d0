package dev.millrace.task.engine;

import static dev.millrace.task.TaskStatus.CONTINUE;

import dev.millrace.task.Awaiter;
import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHint;
import dev.millrace.task.TaskStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
public abstract class TaskInstance implements ResumeListener, Runnable {

  private static final VarHandle PLACED;
  private static final VarHandle SUMMONED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PLACED = lookup.findVarHandle(TaskInstance.class, "placed", boolean.class);
      SUMMONED = lookup.findVarHandle(TaskInstance.class, "summoned", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final Logger LOG = System.getLogger(TaskInstance.class.getName());

  private static final Awaiter SIGNAL = TaskStatus.BLOCKED_ON_SIGNAL.awaiter();

  // What it does between two runs: one of these. The last two have to be looked at before a run.
  private static final byte READY = 0;

  /** Parked until any wake. */
  private static final byte AWAITING_SIGNAL = 1;

  /** The next turn is one step in the low-priority lane. */
  private static final byte YIELDED = 2;

  /** Parked until what it hangs on is ready. */
  private static final byte HANGING = 3;

  /** Its first step was run elsewhere, and nobody has looked at the answer. */
  private static final byte UNSETTLED = 4;

  /** For ever. */
  private static final byte ENDED = 5;

  final Task task;

  /** Who runs it. */
  private final Host host;

  /** The task's, here as well: among a million tasks the way to each object is a cache miss. */
  private final Task.Step step;

  /** Set once by the scheduler before the first wake. */
  private @Nullable Home home;

  /** What it is registered at while it hangs there. Owner only. */
  private @Nullable Suspender hangingOn;

  /** Where in its home it is; the home's business. */
  private byte slot;

  /** Whether its steps may block their thread. */
  private final boolean io;

  /** Whether somebody wants to be told of every step. */
  private final boolean watched;

  /** Owner only. */
  private byte rest = READY;

  /**
   * Whether it is in its place: otherwise a wake comes too soon or too late. Set by the scheduler
   * before the first wake, cleared by its last owner, read by anybody; who reads it before that
   * signals in vain, which does no harm.
   */
  @SuppressWarnings("UnusedVariable") // by VarHandle
  private boolean placed;

  /**
   * Whether a wake is on its way to somebody who carries it out. Changed by anybody, atomically.
   */
  @SuppressWarnings("UnusedVariable") // by VarHandle
  private boolean summoned;

  TaskInstance(Task task, Host host, boolean watched) {
    this.task = task;
    this.host = host;
    this.step = task.step();
    this.io = task.hint() == TaskHint.IO;
    this.watched = watched;
  }

  // ---- for the scheduler

  /** Gives it its place: which slot, up to 127, is the home's business. */
  public final void place(Home newHome, int newSlot) {
    home = newHome;
    slot = (byte) newSlot;
    PLACED.setRelease(this, true); // who sees it sees where, however it got hold of the handle
  }

  public final @Nullable Home home() {
    return home;
  }

  public final int slot() {
    return slot;
  }

  /**
   * Notes a wake that is to be passed on to somebody who carries it out. From any thread.
   *
   * @return false if one is on its way already, and will do for this one, too
   */
  public final boolean summon() {
    return !(boolean) SUMMONED.getAndSet(this, true);
  }

  /**
   * By whoever carries it out, before doing so: a wake from now on has to be passed on again. All
   * that were noted before are seen, with what their wakers wrote, because each reads the flag that
   * the other has written; a plain store would not see them.
   */
  public final void answerSummons() {
    SUMMONED.getAndSet(this, false);
  }

  /**
   * Reads what the next run will need, so that the processor has it by then: of this object, which
   * may lie in two cache lines, and of the step. From any thread; what it returns means nothing.
   */
  public final int glance() {
    return rest + (isCancelled() ? 1 : 0) + (step instanceof TaskInstance ? 1 : 0);
  }

  /** It has ended and gives up its slot. Owner only. */
  public final void leave() {
    placed = false;
  }

  /** Whether it waits in its place: one that has left, or has not run yet, does not. Owner only. */
  public final boolean isParked() {
    return rest == AWAITING_SIGNAL || rest == HANGING;
  }

  public final Host host() {
    return host;
  }

  public final Task task() {
    return task;
  }

  public final boolean isIo() {
    return io;
  }

  /** From any thread. */
  public final void wake() {
    host.wake(this);
  }

  /** From any thread, which may have to run it. */
  final void wakeHere() {
    if (isPlaced()) {
      host.wakeHere(this);
    }
  }

  /** Otherwise a wake does nothing. From any thread. */
  public final boolean isPlaced() {
    return (boolean) PLACED.getAcquire(this); // see place()
  }

  @Override
  public final void resumed() {
    wake();
  }

  /** As a runnable it is a wake of itself, to be passed on. */
  @Override
  public final void run() {
    wake();
  }

  /** Runs steps until the instance has to leave its thread; never throws. Owner only. */
  public final Disposition run(StepBudget budget, Ledger ledger) {
    try {
      return runSlice(budget, ledger);
    } catch (Throwable defect) {
      return abort(defect, ledger);
    }
  }

  /**
   * What was thrown, and not by a step, is a defect of ours, or there was no memory: it is the end
   * of this instance and of nobody else.
   */
  private Disposition abort(Throwable defect, Ledger ledger) {
    boolean told = rest != ENDED;
    try {
      if (told) {
        return end(new Outcome.Failed(defect), ledger);
      }
    } catch (Throwable second) {
      defect.addSuppressed(second);
    }
    Faults.tell(LOG, Level.ERROR, () -> "the end of task " + task.name() + " failed", defect);
    return Disposition.FAILED;
  }

  /** May throw, but not what a step throws. */
  Disposition runSlice(StepBudget budget, Ledger ledger) {
    if (isCancelled()) {
      return giveUp(ledger);
    }
    byte rested = rest;
    if (rested >= HANGING) {
      if (rested == UNSETTLED) {
        return runUnsettled(budget, ledger);
      }
      if (!isReady()) {
        return Disposition.PARKED; // a signal: the step that begins after this wait will have it
      }
    }
    getUp(rested);
    return watched
        ? runWatched(rested == YIELDED, budget, ledger)
        : runPlain(rested == YIELDED, budget, ledger);
  }

  /** Whether the next run begins with a step of normal priority, whatever woke it. */
  final boolean isPlainlyWoken() {
    return rest <= AWAITING_SIGNAL;
  }

  /** That step. */
  final TaskStatus stepPlainly(TaskContext context, int id) throws Exception {
    rest = READY;
    return step.run(context, id);
  }

  /** Its step has answered {@link TaskStatus#BLOCKED_ON_SIGNAL}. */
  final Disposition awaitSignal() {
    rest = AWAITING_SIGNAL;
    return Disposition.PARKED;
  }

  private boolean isReady() {
    Suspender awaited = hangingOn;
    return awaited != null && awaited.isReady();
  }

  private void getUp(byte rested) {
    rest = READY;
    if (rested == HANGING) {
      hangingOn = null;
      onResumed();
    } else if (rested == AWAITING_SIGNAL) {
      onResumed();
    }
  }

  /** Whether the next turn is one step that nobody watches. Owner only. */
  final boolean isPlainlyYielded() {
    return rest == YIELDED && !watched && !isCancelled();
  }

  /** That step has yielded again. */
  final void yieldedAgain() {
    onSteps(1);
    onYield();
  }

  /** A turn of one step ends with this answer. */
  final Disposition endTurn(@Nullable TaskStatus status, Ledger ledger) {
    rest = READY;
    onSteps(1);
    try {
      Disposition next = status == CONTINUE ? null : settle(status, ledger);
      return next == null ? afterLastStep(ledger) : next;
    } catch (Throwable defect) {
      return abort(defect, ledger);
    }
  }

  /** A turn ends with its first step, which has thrown this. */
  final Disposition endTurn(Throwable thrown, Ledger ledger) {
    rest = READY;
    onSteps(1);
    try {
      return end(new Outcome.Failed(thrown), ledger);
    } catch (Throwable defect) {
      return abort(defect, ledger);
    }
  }

  /** Asks it to end, and with it its group if it has one. From any thread. */
  public abstract void cancel(@Nullable Throwable cause);

  // ---- for the subclasses

  final Task.Step step() {
    return step;
  }

  abstract TaskContext context();

  abstract int id();

  abstract boolean isCancelled();

  /** The cause to report for a task that ends because it was cancelled. */
  abstract @Nullable Throwable cancelCause();

  /** Called exactly once, after the ledger has counted the end. */
  abstract void ended(Outcome outcome);

  /** Whether somebody wants to be told of every step. */
  final boolean isWatched() {
    return watched;
  }

  /** As {@link #run}, with everything that a watcher wants to see. Only if watched. */
  Disposition runWatched(boolean low, StepBudget budget, Ledger ledger) {
    throw new AssertionError("not watched");
  }

  void onSteps(int steps) {}

  void onBlocked(TaskStatus.Blocked status) {}

  void onResumed() {}

  void onYield() {}

  /** The next run begins with the answer of a first step that was run elsewhere. */
  final void settleLater() {
    rest = UNSETTLED;
  }

  /** That answer, or what the step threw; gives it away. */
  Object takeUnsettled() {
    throw new AssertionError("nothing unsettled");
  }

  // ---- the loop

  /** Most slices are one step; the rest is {@link #runOn}'s. */
  private Disposition runPlain(boolean low, StepBudget budget, Ledger ledger) {
    TaskStatus status;
    try {
      status = step.run(context(), id());
    } catch (Throwable e) { // foreign code: whatever it throws is its outcome
      return endTurn(e, ledger);
    }
    return low ? endTurn(status, ledger) : afterFirstStep(status, budget, ledger);
  }

  /** A slice began with a step that has answered this. */
  final Disposition afterFirstStep(@Nullable TaskStatus status, StepBudget budget, Ledger ledger) {
    onSteps(1);
    Disposition next = status == CONTINUE ? null : settle(status, ledger);
    if (next != null) {
      return next;
    }
    int more = budget.steps() - 1;
    return more == 0 ? afterLastStep(ledger) : runOn(more, budget.nanos(), ledger);
  }

  Disposition afterLastStep(Ledger ledger) {
    return isCancelled() ? giveUp(ledger) : Disposition.AGAIN;
  }

  /** Goes on with the steps that follow one that has answered Continue. */
  private Disposition runOn(int maxSteps, long maxNanos, Ledger ledger) {
    StepKind kind = StepKind.of(step);
    return kind.loop().run(kind, this, maxSteps, maxNanos, ledger);
  }

  /** Begins with the answer of a first step that was run elsewhere. */
  private Disposition runUnsettled(StepBudget budget, Ledger ledger) {
    rest = READY;
    Object first = takeUnsettled();
    if (first instanceof Throwable thrown) {
      return end(new Outcome.Failed(thrown), ledger);
    }
    Disposition next = settle((TaskStatus) first, ledger);
    return next == null ? runOn(budget.steps(), budget.nanos(), ledger) : next;
  }

  /**
   * What a step's answer means; null to go on with the next step at once. By plain comparisons,
   * because a pattern switch costs as much as the rest of a short slice.
   */
  @Nullable Disposition settle(@Nullable TaskStatus status, Ledger ledger) {
    if (status instanceof TaskStatus.Blocked blocked) {
      return block(blocked, ledger);
    }
    if (status == TaskStatus.YIELD) {
      onYield();
      rest = YIELDED;
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
      rest = AWAITING_SIGNAL;
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
        rest = HANGING;
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
            + " blocked on a "
            + blocked.awaiter().getClass().getName()
            + ", which no TaskContext made: use context.single, any or all");
  }

  Disposition giveUp(Ledger ledger) {
    Suspender awaited = hangingOn;
    if (awaited != null) {
      awaited.abandon(this);
    }
    Object answer = rest == UNSETTLED ? takeUnsettled() : null;
    getUp(rest);
    return end(
        answer instanceof Throwable thrown
            ? new Outcome.Failed(thrown)
            : new Outcome.Cancelled(cancelCause()),
        ledger);
  }

  Disposition end(Outcome outcome, Ledger ledger) {
    Disposition end =
        switch (outcome) {
          case Outcome.Finished _ -> Disposition.FINISHED;
          case Outcome.Failed _ -> Disposition.FAILED;
          case Outcome.Cancelled _ -> Disposition.CANCELLED;
        };
    rest = ENDED;
    ledger.ended(end);
    ended(outcome);
    return end;
  }

  private String describe() {
    return "task " + task.name() + "[" + id() + "]";
  }

  @Override
  public String toString() {
    if (rest == AWAITING_SIGNAL) {
      return describe() + " waiting for its signal";
    }
    return describe() + (hangingOn == null ? "" : " waiting for " + hangingOn);
  }
}
