package dev.millrace.pipeline;

import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Scheduler;
import dev.millrace.task.TaskGroup;
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
 */
final class LiveGroups {

  /** {@code ended} completes after this object knows. */
  record Live(TaskGroup group, GroupHandle handle, CompletableFuture<Outcome> ended) {}

  private final Scheduler scheduler;
  private final ScheduleOptions options;
  private final Map<GroupHandle, CompletableFuture<Outcome>> live = new ConcurrentHashMap<>();

  /** Groups whose cancellation is not the end of the run. */
  private final Set<GroupHandle> dismissed = ConcurrentHashMap.newKeySet();

  private final AtomicReference<@Nullable Outcome> end = new AtomicReference<>();

  LiveGroups(Scheduler scheduler, ScheduleOptions options) {
    this.scheduler = scheduler;
    this.options = options;
  }

  Live launch(TaskGroup group) {
    GroupHandle handle = scheduler.schedule(group, options);
    var ended = new CompletableFuture<Outcome>();
    live.put(handle, ended);
    Outcome over = end.get();
    if (over != null) {
      handle.cancel(causeOf(over));
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

  /** Cancels a group that is no longer of use. */
  void dismiss(Live group) {
    dismissed.add(group.handle());
    group.handle().cancel(null);
  }

  /** The first call decides how the run ends and cancels all groups; later errors are added. */
  void end(Outcome outcome) {
    Outcome first = end.compareAndExchange(null, outcome);
    if (first == null) {
      live.keySet().forEach(handle -> handle.cancel(causeOf(outcome)));
    } else if (first instanceof Outcome.Failed(Throwable kept)
        && outcome instanceof Outcome.Failed(Throwable added)
        && kept != added) {
      kept.addSuppressed(added);
    }
  }

  boolean isOver() {
    return end.get() != null;
  }

  Outcome outcome() {
    return Objects.requireNonNullElse(end.get(), Outcome.FINISHED);
  }

  CompletableFuture<Void> allEnded() {
    return CompletableFuture.allOf(live.values().toArray(CompletableFuture<?>[]::new));
  }

  private void settle(GroupHandle handle, Outcome outcome) {
    live.remove(handle);
    switch (outcome) {
      case Outcome.Finished _ -> {}
      case Outcome.Failed _ -> end(outcome);
      case Outcome.Cancelled _ -> {
        if (!dismissed.contains(handle)) {
          end(outcome);
        }
      }
    }
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
