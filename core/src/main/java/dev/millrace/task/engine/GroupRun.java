package dev.millrace.task.engine;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.task.Continuation;
import dev.millrace.task.DeadlineExceededException;
import dev.millrace.task.GroupHandle;
import dev.millrace.task.NotifyFinish;
import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.TaskCounters;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHint;
import dev.millrace.task.TaskObserver;
import dev.millrace.task.TaskSignal;
import dev.millrace.task.TaskStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A scheduled group: the context of its instances, the handle of its owner, and the one place that
 * decides how it ends.
 *
 * <p>An end is counted by the step that answered it, never by looking at an instance after it has
 * been handed on: whoever brings {@link #live} to zero runs the continuation, and nobody else can.
 *
 * <pre>
 *   verdict: null ──first Failed or Cancelled──► that outcome      (siblings are woken to end)
 *            null ──all instances finished─────► FINISHED, or first:
 *            CONTINUING ──cancelled────────────► Cancelled         (only the token shows it)
 *            either ──the continuation ends────► FINISHED or Failed
 *            an instance's own Cancelled ──────► a later Failed    (an error says more)
 * </pre>
 */
public final class GroupRun implements EngineContext, GroupHandle {

  private static final Logger LOG = System.getLogger(GroupRun.class.getName());

  /** The verdict of an instance that answered Cancelled by itself; known by identity. */
  private static final Outcome OWN_ANSWER = new Outcome.Cancelled(null);

  /** The verdict while the continuation runs; known by identity. */
  private static final Outcome CONTINUING = new Outcome.Finished();

  private static final VarHandle LIVE;
  private static final VarHandle VERDICT;
  private static final VarHandle NOTIFIED;
  private static final VarHandle INSTANCES;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LIVE = lookup.findVarHandle(GroupRun.class, "live", int.class);
      VERDICT = lookup.findVarHandle(GroupRun.class, "verdict", Outcome.class);
      NOTIFIED = lookup.findVarHandle(GroupRun.class, "notified", boolean.class);
      INSTANCES = lookup.findVarHandle(GroupRun.class, "instances", AtomicReferenceArray.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TaskGroup group;
  private final ScheduleOptions options;
  private final Host host;
  private final long deadline;
  private final OutcomeFuture done = new OutcomeFuture();

  /** Outcomes by task id for the observer; null if there is none. Each written by its instance. */
  private final Outcome @Nullable [] outcomes;

  /** Set by the scheduler before the first wake. */
  private @Nullable Placement placement;

  private Host.@Nullable Timer timer;

  /** Instances that have not ended. */
  private volatile int live;

  private volatile @Nullable Outcome verdict;

  @SuppressWarnings("UnusedVariable") // by VarHandle
  private volatile boolean notified;

  /** Those that needed an object of their own, by task id; null until one did. */
  private volatile @Nullable AtomicReferenceArray<GroupTask> instances;

  /** Every group has at least one instance to run; an empty one has a stand-in for its end. */
  public GroupRun(TaskGroup group, ScheduleOptions options, Host host) {
    this.group = group;
    this.options = options;
    this.host = host;
    this.live = Math.max(group.count(), 1);
    Duration timeout = options.timeout();
    this.deadline = timeout == null ? NO_DEADLINE : host.nanoTime() + Durations.nanos(timeout);
    this.outcomes = isObserved() ? new Outcome[group.count()] : null;
  }

  // ---- for the scheduler

  public TaskGroup group() {
    return group;
  }

  public int places() {
    return Math.max(group.count(), 1);
  }

  /** Whether first steps may be run by {@link #runFirst}, without an object for each instance. */
  public boolean mayRunBare() {
    return !isWatched() && group.count() > 0 && group.task().hint() == TaskHint.CPU;
  }

  /** After every instance has its place and before the first is woken. */
  public void placed(Placement newPlacement) {
    placement = newPlacement;
    if (deadline != NO_DEADLINE) {
      timer = host.after(deadline - host.nanoTime(), this::deadlinePassed);
    }
  }

  /** The instance with an object of its own, which has not run yet. */
  public TaskInstance instance(int id) {
    if (group.count() == 0) {
      return new EmptyGroupEnd(this);
    }
    GroupTask made = new GroupTask(this, id);
    note(id, made);
    return made;
  }

  private void note(int id, GroupTask made) {
    AtomicReferenceArray<GroupTask> all = instances;
    if (all == null) {
      INSTANCES.compareAndSet(this, null, new AtomicReferenceArray<GroupTask>(group.count()));
      all = Objects.requireNonNull(instances);
    }
    all.set(id, made);
  }

  /**
   * Runs the first step of an instance that has no object yet, unless the group is cancelled.
   *
   * @return null if it finished, to be reported by {@link #finishedBare}; otherwise the instance,
   *     now with an object of its own, to be placed and run on
   */
  public @Nullable TaskInstance runFirst(int id) {
    Object answer = isCancelled() ? null : answerOf(id);
    if (answer == TaskStatus.FINISHED) {
      return null;
    }
    GroupTask instance = new GroupTask(this, id);
    if (answer != null) {
      instance.onSteps(1);
      instance.settleLater(answer);
    }
    try {
      note(id, instance);
    } catch (Throwable noMemory) { // for all of them; this one has to end all the same
      instance.settleLater(noMemory);
    }
    return instance;
  }

  /** What the step answers, or throws. */
  private Object answerOf(int id) {
    try {
      TaskStatus status = group.task().step().run(this, id);
      return status == null ? TaskInstance.answeredNull(group.task(), id) : status;
    } catch (Throwable e) { // foreign code: whatever it throws is its outcome
      return e;
    }
  }

  /** Whether what stands in a slot is one of this group's instances. */
  public boolean owns(Object occupant) {
    return occupant instanceof TaskInstance instance && instance.context() == this;
  }

  /** {@code count} instances have finished in {@link #runFirst}. */
  public void finishedBare(int count) {
    if ((int) LIVE.getAndAdd(this, -count) == count) {
      complete();
    }
  }

  // ---- for the instances

  boolean isWatched() {
    return options.timed() || isObserved();
  }

  boolean isTimed() {
    return options.timed();
  }

  void observe(Consumer<TaskObserver> event) {
    if (!isObserved()) {
      return;
    }
    try {
      event.accept(options.observer());
    } catch (Throwable e) { // foreign code: an observer changes nothing
      warn("an observer of group %s failed", e);
    }
  }

  void instanceEnded(int id, Outcome outcome) {
    if (outcomes != null && id < outcomes.length) {
      outcomes[id] = outcome;
    }
    switch (outcome) {
      case Outcome.Finished _ -> {}
      case Outcome.Cancelled _ -> decide(OWN_ANSWER);
      case Outcome.Failed failed -> {
        if (!decide(failed) && !VERDICT.compareAndSet(this, OWN_ANSWER, failed)) {
          suppress(failed.error());
        }
      }
    }
    if ((int) LIVE.getAndAdd(this, -1) == 1) {
      complete();
    }
  }

  // ---- the end

  /** The first verdict stands. Returns whether this was it. */
  @CanIgnoreReturnValue
  private boolean decide(Outcome ending) {
    if (!VERDICT.compareAndSet(this, null, ending)) {
      return false;
    }
    Placement places = placement;
    if (places != null) {
      places.wakeAll();
    }
    return true;
  }

  /**
   * An error that comes after the verdict is shown with the first; in the log if it cannot be, or
   * if the group has ended.
   */
  private void suppress(Throwable later) {
    Throwable first = cause();
    if (first == later) {
      return;
    }
    if (first != null) {
      first.addSuppressed(later);
    }
    boolean isShown = first != null && first.getSuppressed().length > 0; // some take none
    if (!isShown || done.isDone()) { // then whoever is told of the end may have looked already
      warn("group %s: an error that its outcome does not show", later);
    }
  }

  private void warn(String what, Throwable fault) {
    Faults.tell(LOG, Level.WARNING, () -> what.formatted(group.name()), fault);
  }

  /** By the one thread that brought {@link #live} to zero. */
  private void complete() {
    if (outcomes != null) {
      List<Outcome> all = List.copyOf(Arrays.asList(outcomes));
      observe(o -> o.allTasksEnded(this, all));
    }
    Continuation continuation = group.continuation();
    Outcome good = continuation == null ? Outcome.FINISHED : CONTINUING;
    if (VERDICT.compareAndSet(this, null, good) && continuation != null) {
      verdict = continueWith(continuation); // whatever its token said meanwhile
    }
    if (timer != null) {
      timer.cancel();
    }
    Outcome outcome = Objects.requireNonNull(verdict);
    observe(o -> o.groupEnd(this, outcome));
    done.end(outcome);
  }

  private Outcome continueWith(Continuation continuation) {
    observe(o -> o.continuationBegin(this));
    Throwable error = null;
    try {
      continuation.run(this);
      return Outcome.FINISHED;
    } catch (Throwable e) { // foreign code: whatever it throws is the group's outcome
      error = e;
      return new Outcome.Failed(e);
    } finally {
      Throwable told = error;
      observe(o -> o.continuationEnd(this, told));
    }
  }

  private void deadlinePassed() {
    String message = "group " + group.name() + " was not done after " + options.timeout();
    cancel(new DeadlineExceededException(message));
  }

  // ---- GroupHandle

  @Override
  public CompletableFuture<Outcome> done() {
    return done;
  }

  @Override
  public Outcome await() throws InterruptedException {
    return host.await(done);
  }

  @Override
  public void requestFinish() {
    NotifyFinish notify = group.notifyFinish();
    if (notify == null || !NOTIFIED.compareAndSet(this, false, true)) {
      return;
    }
    observe(o -> o.notifyFinishBegin(this));
    try {
      notify.run(this);
      observe(o -> o.notifyFinishEnd(this, null));
    } catch (Throwable e) { // foreign code: the group is cancelled for it
      observe(o -> o.notifyFinishEnd(this, e)); // before the group can end of it
      if (e instanceof InterruptedException && !host.isWorker()) {
        Thread.currentThread().interrupt();
      }
      if (!decide(new Outcome.Cancelled(e))) {
        suppress(e);
      }
    }
  }

  @Override
  public void cancel(@Nullable Throwable cause) {
    Outcome cancelled = new Outcome.Cancelled(cause);
    if (!decide(cancelled)) {
      VERDICT.compareAndSet(this, CONTINUING, cancelled);
    }
  }

  @Override
  public TaskSignal signal(int taskId) {
    Placement places = placement;
    if (places == null) {
      throw new IllegalStateException("group " + group.name() + " is not placed yet");
    }
    Objects.checkIndex(taskId, group.count());
    return () -> places.wake(taskId);
  }

  @Override
  public TaskCounters counters() {
    TaskCounters sum = TaskCounters.ZERO;
    for (int id = 0; id < group.count(); id++) {
      sum = sum.plus(counters(id));
    }
    return sum;
  }

  /** An instance without an object of its own has done one step, or none yet. */
  @Override
  public TaskCounters counters(int taskId) {
    Objects.checkIndex(taskId, group.count());
    AtomicReferenceArray<GroupTask> all = instances;
    GroupTask instance = all == null ? null : all.get(taskId);
    if (instance != null) {
      return instance.counters();
    }
    return live == 0 ? TaskCounters.ONE_STEP : TaskCounters.ZERO;
  }

  // ---- TaskContext

  @Override
  public Host host() {
    return host;
  }

  @Override
  public String query() {
    return options.query();
  }

  @Override
  public TaskObserver observer() {
    return options.observer();
  }

  @Override
  public long deadlineNanos() {
    return deadline;
  }

  @Override
  public boolean isCancelled() {
    Outcome now = verdict;
    return now != null && !(now instanceof Outcome.Finished);
  }

  @Override
  public @Nullable Throwable cause() {
    return switch (verdict) {
      case Outcome.Failed failed -> failed.error();
      case Outcome.Cancelled cancelled -> cancelled.cause();
      case Outcome.Finished _ -> null;
      case null -> null;
    };
  }

  private boolean isObserved() {
    return options.observer() != TaskObserver.NONE;
  }

  @Override
  public String toString() {
    return "group " + group.name() + "[" + live + " of " + group.count() + " live]";
  }
}
