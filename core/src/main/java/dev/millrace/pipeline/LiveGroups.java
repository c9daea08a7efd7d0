package dev.millrace.pipeline;

import static dev.millrace.task.TaskContext.NO_DEADLINE;

import dev.millrace.task.DeadlineExceededException;
import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Scheduler;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.engine.Durations;
import dev.millrace.task.engine.Faults;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one run that have not ended, and how the run has ended if it has. Thread-safe: a
 * group is entered before its launcher looks for the end, the end is set before its setter looks
 * for groups, so no group escapes cancellation.
 *
 * <pre>
 *   end: null ──first Failed or Cancelled──────► that outcome    (all groups are cancelled)
 *        a group's own Cancelled ──────────────► a later error   (it says more)
 * </pre>
 *
 * <p>Any other error that comes later is suppressed in the one that ended the run. If there is
 * none, or if nobody is interested in the group, it is logged.
 */
final class LiveGroups {

  /** {@code ended} completes after this object knows. */
  record Live(TaskGroup group, GroupHandle handle, CompletableFuture<Outcome> ended) {}

  private static final System.Logger LOG = System.getLogger(PipelineRun.class.getName());

  /** How the run ends if a group has answered Cancelled by itself; known by identity. */
  private static final Outcome OWN_ANSWER = new Outcome.Cancelled(null);

  private final Scheduler scheduler;
  private final ScheduleOptions options;
  private final System.Logger log;
  private final Map<GroupHandle, CompletableFuture<Outcome>> live = new ConcurrentHashMap<>();

  /** Groups whose cancellation is not the end of the run. */
  private final Set<GroupHandle> dismissed = ConcurrentHashMap.newKeySet();

  /** Of the run, by the scheduler's clock. */
  private final long deadline;

  private final AtomicReference<@Nullable Outcome> end = new AtomicReference<>();

  LiveGroups(Scheduler scheduler, ScheduleOptions options) {
    this(scheduler, options, LOG);
  }

  LiveGroups(Scheduler scheduler, ScheduleOptions options, System.Logger log) {
    this.scheduler = scheduler;
    this.options = options;
    this.log = log;
    Duration timeout = options.timeout();
    deadline = timeout == null ? NO_DEADLINE : scheduler.nanoTime() + Durations.nanos(timeout);
  }

  Live launch(TaskGroup group) {
    GroupHandle handle = scheduler.schedule(group, untilDeadline());
    var ended = new CompletableFuture<Outcome>();
    live.put(handle, ended);
    Outcome over = end.get();
    if (over != null) {
      cancel(handle, causeOf(over));
    }
    var _ =
        handle
            .done()
            .whenComplete((outcome, error) -> {
              settle(handle, outcome == null ? failed(error) : outcome);
              ended.complete(outcome);
            });
    return new Live(group, handle, ended);
  }

  /** What is left of the run's time is all that a group has. */
  private ScheduleOptions untilDeadline() {
    if (deadline == NO_DEADLINE) {
      return options;
    }
    long left = Math.max(0, deadline - scheduler.nanoTime());
    return options.withTimeout(Duration.ofNanos(left));
  }

  /** Cancels a group that is no longer of use. */
  void dismiss(Live group) {
    dismissed.add(group.handle());
    cancel(group.handle(), null);
  }

  /** Ends the run at its owner's wish, unless it is over. */
  void cancel(@Nullable Throwable cause) {
    var _ = decide(new Outcome.Cancelled(cause));
  }

  /** Ends the run, unless it is over; then only the error counts, if there is one. */
  void end(Outcome outcome) {
    Throwable error = causeOf(outcome);
    if (!decide(outcome) && error != null && !end.compareAndSet(OWN_ANSWER, outcome)) {
      add(error);
    }
  }

  /** Also says so, and ends the run, if its time is over. */
  boolean isOver() {
    if (end.get() == null && isTooLate()) {
      cancel(deadlineExceeded("between two stages"));
    }
    return end.get() != null;
  }

  private boolean isTooLate() {
    return deadline != NO_DEADLINE && scheduler.nanoTime() - deadline >= 0;
  }

  private DeadlineExceededException deadlineExceeded(String where) {
    return new DeadlineExceededException(
        "the pipeline run was not done after " + options.timeout() + ": " + where);
  }

  Outcome outcome() {
    return Objects.requireNonNullElse(end.get(), Outcome.FINISHED);
  }

  CompletableFuture<Void> allEnded() {
    return CompletableFuture.allOf(live.values().toArray(CompletableFuture<?>[]::new));
  }

  private void settle(GroupHandle handle, Outcome outcome) {
    live.remove(handle);
    boolean isDismissed = dismissed.remove(handle);
    switch (outcome) {
      case Outcome.Finished _ -> {}
      case Outcome.Failed _ -> end(outcome);
      case Outcome.Cancelled(RunOverException over) when over.isOf(this) -> {
        for (Throwable late : over.getSuppressed()) {
          settle(late, isDismissed);
        }
      }
      case Outcome.Cancelled(DeadlineExceededException late) when !isDismissed && isTooLate() -> {
        // The first to tell is enough, and the others may have been cancelled for it.
        var _ = decide(new Outcome.Cancelled(deadlineExceeded("" + late.getMessage())));
      }
      case Outcome.Cancelled(var cause) -> {
        if (!isDismissed) {
          end(cause == null ? OWN_ANSWER : outcome);
        }
      }
    }
  }

  private void settle(Throwable late, boolean isDismissed) {
    if (isDismissed) {
      warn(late);
    } else {
      end(new Outcome.Failed(late));
    }
  }

  /** The first decision stands. Returns whether this was it. */
  private boolean decide(Outcome outcome) {
    if (!end.compareAndSet(null, outcome)) {
      return false;
    }
    live.keySet().forEach(handle -> cancel(handle, causeOf(outcome)));
    return true;
  }

  private void add(Throwable late) {
    Throwable first = causeOf(outcome());
    if (first == null) {
      warn(late);
    } else if (first != late) {
      first.addSuppressed(late);
    }
  }

  private void warn(Throwable late) {
    Faults.tell(
        log,
        Level.WARNING,
        () -> "an error came after the end of a pipeline run or of a group",
        late);
  }

  private void cancel(GroupHandle handle, @Nullable Throwable cause) {
    handle.cancel(cause == null ? new RunOverException(this) : cause);
  }

  private static Outcome failed(@Nullable Throwable error) {
    return new Outcome.Failed(error == null ? new IllegalStateException("no outcome") : error);
  }

  private static @Nullable Throwable causeOf(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Finished _ -> null;
      case Outcome.Cancelled(var cause) -> cause;
      case Outcome.Failed(var error) -> error;
    };
  }
}
