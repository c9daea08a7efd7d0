package dev.millrace.pipeline;

import dev.millrace.task.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a run has still to do, one stage after the other. Whoever completes a stage drives the next
 * ones, in a loop, so that a long chain of stages that end at once does not nest.
 *
 * <p>Only one thread drives at a time: the next begins when the future of the last stage completes.
 */
final class Agenda {
  static final CompletableFuture<?> DONE = CompletableFuture.completedFuture(null);

  @FunctionalInterface
  interface Stage {
    /** Starts something; the next stage begins when the future completes. */
    CompletableFuture<?> begin() throws Exception;
  }

  private final LiveGroups groups;
  private final Deque<Stage> stages = new ArrayDeque<>();
  private final CompletableFuture<Outcome> done = new CompletableFuture<>();

  Agenda(LiveGroups groups) {
    this.groups = groups;
  }

  /** Completes once every group has ended. */
  CompletableFuture<Outcome> done() {
    return done;
  }

  /** Puts stages, in their order, before all that is planned so far. Only for the driver. */
  void next(List<Stage> first) {
    first.reversed().forEach(stages::addFirst);
  }

  void drive() {
    for (Stage stage = poll(); stage != null; stage = poll()) {
      CompletableFuture<?> ended = begin(stage);
      if (!ended.isDone()) {
        var _ = ended.whenComplete((_, _) -> drive());
        return;
      }
    }
    var _ = groups.allEnded().whenComplete((_, _) -> done.complete(groups.outcome()));
  }

  private @Nullable Stage poll() {
    return groups.isOver() ? null : stages.poll();
  }

  private CompletableFuture<?> begin(Stage stage) {
    try {
      return stage.begin();
    } catch (Throwable error) { // foreign code: the operators' own methods, and the scheduler
      groups.end(new Outcome.Failed(error));
      return DONE;
    }
  }
}
