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

  /** Returns whether this is the answer, which counts as the request's end. */
  boolean rows(List<RowSet> outputs, @Nullable PlanTrace trace) {
    EngineTally tally = run.engine().tally();
    tally.succeeded(1, run.plan().size());
    boolean isFirst = complete(new PlanAnswer.Rows(outputs, trace));
    if (!isFirst) {
      tally.succeeded(-1, run.plan().size());
    }
    return isFirst;
  }

  /** Returns whether this is the answer: there may be one already. */
  boolean fail(
      PlanError.Code code, String message, @Nullable PlanNode node, @Nullable PlanTrace trace) {
    if (isOver()) {
      return false;
    }
    EngineTally tally = run.engine().tally();
    tally.failed(1);
    boolean isFirst = complete(failure(code, message, node, trace));
    if (!isFirst) {
      tally.failed(-1);
    }
    return isFirst;
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
}
