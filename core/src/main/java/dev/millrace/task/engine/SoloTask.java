package dev.millrace.task.engine;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskObserver;
import dev.millrace.task.TaskSignal;
import dev.millrace.task.TaskStatus;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A task that belongs to no group: instance, context and handle in one object of 48 bytes, because
 * there may be millions of them. As handle, context and signal it is thread-safe; as an instance it
 * is its owner's.
 */
public final class SoloTask extends TaskInstance implements EngineContext, TaskHandle {

  private static final Object NO_CAUSE = "cancelled";
  private static final VarHandle FATE;
  private static final VarHandle CANCELLED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FATE = lookup.findVarHandle(SoloTask.class, "fate", Object.class);
      CANCELLED = lookup.findVarHandle(SoloTask.class, "cancelled", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** null, the future that somebody has asked for, or the outcome. */
  private volatile @Nullable Object fate;

  /** null, the cause, or NO_CAUSE. Written once by whoever cancels first. */
  private volatile @Nullable Object cancelled;

  public SoloTask(Task task, Host host) {
    super(task, host, false);
  }

  @Override
  public CompletableFuture<Outcome> done() {
    if (fate == null) {
      FATE.compareAndSet(this, null, new OutcomeFuture());
    }
    return switch (fate) {
      case Outcome outcome -> OutcomeFuture.of(outcome);
      case OutcomeFuture future -> future;
      case null, default -> throw new AssertionError("no such fate: " + fate);
    };
  }

  @Override
  public Outcome await() throws InterruptedException {
    return host().await(done());
  }

  @Override
  public void cancel(@Nullable Throwable cause) {
    if (CANCELLED.compareAndSet(this, null, cause == null ? NO_CAUSE : cause)) {
      wake();
    }
  }

  @Override
  public void raise() {
    wake();
  }

  @Override
  public void raiseHere() {
    wakeHere();
  }

  /**
   * As any instance's, but the commonest of all slices is apart: one step after a wake, and then
   * the next wait for a signal. Nothing in it depends on what kind of instance this is.
   */
  @Override
  Disposition runSlice(StepBudget budget, Ledger ledger) {
    if (cancelled != null || !isPlainlyWoken()) {
      return super.runSlice(budget, ledger);
    }
    TaskStatus status;
    try {
      status = stepPlainly(this, 0);
    } catch (Throwable e) { // foreign code: whatever it throws is its outcome
      return endTurn(e, ledger);
    }
    return status == TaskStatus.BLOCKED_ON_SIGNAL
        ? awaitSignal()
        : afterFirstStep(status, budget, ledger);
  }

  @Override
  void ended(Outcome outcome) {
    if (FATE.getAndSet(this, outcome) instanceof OutcomeFuture future) {
      future.end(outcome);
    }
  }

  @Override
  TaskContext context() {
    return this;
  }

  @Override
  int id() {
    return 0;
  }

  @Override
  public boolean isCancelled() {
    return cancelled != null;
  }

  @Override
  @Nullable Throwable cancelCause() {
    return cause();
  }

  @Override
  public @Nullable Throwable cause() {
    return cancelled instanceof Throwable cause ? cause : null;
  }

  @Override
  public String query() {
    return task.name();
  }

  @Override
  public TaskSignal signal(int taskId) {
    if (taskId != 0) {
      throw new IndexOutOfBoundsException("a task submitted alone has only id 0, not " + taskId);
    }
    return this;
  }

  @Override
  public TaskObserver observer() {
    return TaskObserver.NONE;
  }

  @Override
  public long deadlineNanos() {
    return NO_DEADLINE;
  }
}
