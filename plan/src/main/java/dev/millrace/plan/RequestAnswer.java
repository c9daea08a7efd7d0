package dev.millrace.plan;

import dev.millrace.rows.RowSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The one answer of a request, as a future: whoever comes first gives it. Cancelling it cancels the
 * request. Thread-safe.
 */
final class RequestAnswer extends CompletableFuture<PlanAnswer> {

  private final RequestRun run;

  RequestAnswer(RequestRun run) {
    this.run = run;
  }

  boolean isOver() {
    return isDone();
  }

  void rows(List<RowSet> outputs, @Nullable PlanTrace trace) {
    boolean _ = give(new PlanAnswer.Rows(outputs, trace));
  }

  /** Returns whether this is the answer: there may be one already. */
  boolean fail(
      PlanError.Code code, String message, @Nullable PlanNode node, @Nullable PlanTrace trace) {
    return !isOver() && give(failure(code, message, node, trace));
  }

  /** The answer of a request that was not accepted. */
  PlanAnswer refusal(PlanError.Code code, String why) {
    return failure(code, why, null, null);
  }

  /** Gives the request up; the future then completes with an error that says so. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return run.giveUp("the request was cancelled");
  }

  private PlanAnswer failure(
      PlanError.Code code, String message, @Nullable PlanNode node, @Nullable PlanTrace trace) {
    PlanError error =
        new PlanError(
            code,
            message,
            run.plan().name(),
            run.request().requestId(),
            node == null ? null : node.id(),
            node == null ? null : node.op().name(),
            node == null ? null : node.span());
    return new PlanAnswer.Failed(error, trace);
  }

  private boolean give(PlanAnswer answer) {
    // Counted first: whoever sees the answer sees it counted.
    run.engine().tally().answered(answer, 1);
    boolean isFirst = complete(answer);
    if (!isFirst) {
      run.engine().tally().answered(answer, -1);
    }
    return isFirst;
  }
}
