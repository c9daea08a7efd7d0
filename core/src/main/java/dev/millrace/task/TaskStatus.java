package dev.millrace.task;

import static java.util.Objects.requireNonNull;

/**
 * What one step of a {@link Task} answers, and so what the scheduler does next.
 *
 * <pre>
 *              ┌──────────── CONTINUE: call me again, any time
 *              ├──────────── YIELD: call me again, one step at low priority
 *   step() ────┼──────────── Blocked(awaiter): call me only once the awaiter is satisfied
 *              ├──────────── FINISHED: never again, done
 *              ├──────────── CANCELLED: never again, given up
 *              └── throws ── the sixth outcome: an error
 * </pre>
 */
// No method here has a body, so that initializing a status does not initialize this interface and
// the constants below cannot deadlock with it.
@SuppressWarnings("ClassInitializationDeadlock")
public sealed interface TaskStatus permits TaskStatus.Simple, TaskStatus.Blocked {

  TaskStatus CONTINUE = Simple.CONTINUE;
  TaskStatus YIELD = Simple.YIELD;
  TaskStatus FINISHED = Simple.FINISHED;
  TaskStatus CANCELLED = Simple.CANCELLED;

  /**
   * Blocked until the task's own {@link TaskSignal} is raised: the cheapest way to wait, with
   * nothing to allocate. A signal raised since the step began counts. The step may also be called
   * without a raise, and a raise before it began does not count again: a step looks at its own
   * state first and answers this only if there is nothing to do.
   */
  TaskStatus BLOCKED_ON_SIGNAL = new Blocked(SignalAwaiter.INSTANCE, BlockReason.SIGNAL);

  static TaskStatus blocked(Awaiter awaiter, BlockReason reason) {
    return new Blocked(awaiter, reason);
  }

  boolean isContinue();

  boolean isYield();

  boolean isFinished();

  boolean isCancelled();

  boolean isBlocked();

  /**
   * The awaiter of a blocked status.
   *
   * @throws IllegalStateException if this status is not {@link Blocked}
   */
  Awaiter awaiter();

  /** The statuses that carry nothing. */
  enum Simple implements TaskStatus {
    CONTINUE,
    YIELD,
    FINISHED,
    CANCELLED;

    @Override
    public boolean isContinue() {
      return this == CONTINUE;
    }

    @Override
    public boolean isYield() {
      return this == YIELD;
    }

    @Override
    public boolean isFinished() {
      return this == FINISHED;
    }

    @Override
    public boolean isCancelled() {
      return this == CANCELLED;
    }

    @Override
    public boolean isBlocked() {
      return false;
    }

    @Override
    public Awaiter awaiter() {
      throw new IllegalStateException(this + " has no awaiter: only Blocked has one");
    }
  }

  /** Still in progress, waiting for {@code awaiter}; {@code reason} is shown in counters. */
  record Blocked(Awaiter awaiter, BlockReason reason) implements TaskStatus {
    public Blocked {
      requireNonNull(awaiter, "awaiter is null");
      requireNonNull(reason, "reason is null");
    }

    @Override
    public boolean isContinue() {
      return false;
    }

    @Override
    public boolean isYield() {
      return false;
    }

    @Override
    public boolean isFinished() {
      return false;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public boolean isBlocked() {
      return true;
    }
  }
}
