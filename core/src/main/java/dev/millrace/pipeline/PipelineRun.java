package dev.millrace.pipeline;

import dev.millrace.task.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A pipeline on its way, with all its stages. Thread-safe. */
public interface PipelineRun {

  /**
   * Completes when every group of the run has ended, never exceptionally. Failed carries the first
   * error in time, with later ones suppressed in it. What fails after {@link #cancel} is suppressed
   * in its cause, or logged if it has none. Completing or cancelling this future yourself does
   * nothing to the run.
   */
  CompletableFuture<Outcome> done();

  /** Cancels every group that runs and starts no other. Does nothing to a run that has ended. */
  void cancel(@Nullable Throwable cause);

  /** Of the levels started so far; exact once the run has ended. */
  List<OpCounters> counters();
}
