package dev.millrace.task;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * What every instance of a scheduled group shares: whom it works for, until when, how to wait and
 * how time passes. One object for the whole life of the group. Thread-safe.
 */
public interface TaskContext {

  /** No deadline. */
  long NO_DEADLINE = Long.MAX_VALUE;

  /** Whom this work is for: a request, a query, a workflow. For people and traces. */
  String query();

  Resumer newResumer();

  /**
   * A resumer that the scheduler's clock resumes after {@code delay}. Whoever has no more use for
   * it may resume it by hand, so that it need not be kept until then. If a task that is cancelled
   * was the last to wait for it, it is not kept either.
   */
  Resumer newTimer(Duration delay);

  /**
   * A resumer that is resumed when {@code stage} completes, whether well or badly. Until then the
   * stage keeps it, and every other that was made for it: who waits for one stage several times
   * makes one resumer and waits for that again.
   */
  default Resumer resumerOf(CompletionStage<?> stage) {
    Resumer resumer = newResumer();
    stage.whenComplete((value, error) -> resumer.resume());
    return resumer;
  }

  /** Waits for one resumer. */
  Awaiter single(Resumer resumer);

  /** Waits for the first of some resumers; the others stay usable. */
  Awaiter any(Collection<? extends Resumer> resumers);

  /** Waits for all of some resumers; each counts once, however often it is listed or resumed. */
  Awaiter all(Collection<? extends Resumer> resumers);

  /** The signal of one instance of this group. */
  TaskSignal signal(int taskId);

  TaskObserver observer();

  CancelToken cancelToken();

  /** On the scale of {@link #nanoTime()}; {@link #NO_DEADLINE} if there is none. */
  long deadlineNanos();

  /** The scheduler's clock, real or virtual. */
  long nanoTime();

  /**
   * The processor time that the calling thread has used up to now: only differences between two
   * readings by one step mean something. Costs some hundred nanoseconds. Stands still on a virtual
   * thread, which a task of {@link TaskHint#IO} has, because the JVM does not know it there. In a
   * simulation it is {@link #nanoTime()}.
   */
  long cpuNanos();
}
