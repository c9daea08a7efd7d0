package dev.millrace.plan;

import java.util.concurrent.CompletableFuture;

/** A request's answer. Cancelling it cancels the request. */
final class AnswerFuture extends CompletableFuture<PlanAnswer> {

  private final RequestRun run;

  AnswerFuture(RequestRun run) {
    this.run = run;
  }

  /** Gives the request up; the future then completes with an error that says so. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return run.giveUp("the request was cancelled");
  }
}
