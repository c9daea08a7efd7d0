package dev.millrace.pipeline;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.Outcome;
import dev.millrace.task.Scheduler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs pipelines on a scheduler, stage after stage, without ever holding a thread: whoever ends one
 * stage starts the next.
 *
 * <pre>
 *   sink backend  ═══════════════════════════════════════════╗ asked to finish
 *     for each level:                                        ║
 *       source backends ═══════════════════════╗ asked       ║
 *       source frontends ─► physical pipeline ─╨─►           ╨─► sink frontends ─► next pipeline
 * </pre>
 *
 * <p>The first group that does not finish ends the run; all others are cancelled and waited for.
 * Thread-safe.
 */
public final class PipelineRunner {
  private final Scheduler scheduler;

  public PipelineRunner(Scheduler scheduler) {
    this.scheduler = requireNonNull(scheduler, "scheduler is null");
  }

  /** Starts {@code pipeline} and those that follow it; returns at once. */
  public <B> PipelineRun run(LogicalPipeline<B> pipeline, PipelineOptions<B> options) {
    var groups = new LiveGroups(scheduler, options.schedule());
    var agenda = new Agenda(groups);
    var order = new HostOrder<>(agenda, groups, options);
    agenda.next(List.of(() -> order.begin(pipeline)));
    agenda.drive();
    return new PipelineRun() {
      @Override
      public CompletableFuture<Outcome> done() {
        return agenda.done().copy();
      }

      @Override
      public void cancel(@Nullable Throwable cause) {
        groups.cancel(cause);
      }

      @Override
      public List<OpCounters> counters() {
        return order.counters();
      }
    };
  }
}
