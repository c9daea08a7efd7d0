package dev.millrace.plan;

import dev.millrace.rows.RowSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one answer of a request: whoever comes first gives it. Thread-safe. */
final class RequestAnswer {

  private static final VarHandle OVER;

  static {
    try {
      OVER = MethodHandles.lookup().findVarHandle(RequestAnswer.class, "over", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CompiledPlan plan;
  private final PlanRequest request;
  private final EngineTally tally;
  private final AnswerFuture future;

  /** Written once, by whoever answers. */
  private volatile boolean over;

  RequestAnswer(CompiledPlan plan, PlanRequest request, EngineTally tally, AnswerFuture future) {
    this.plan = plan;
    this.request = request;
    this.tally = tally;
    this.future = future;
  }

  AnswerFuture future() {
    return future;
  }

  boolean isOver() {
    return over;
  }

  void rows(List<RowSet> outputs, @Nullable PlanTrace trace) {
    boolean _ = give(new PlanAnswer.Rows(outputs, trace));
  }

  /** Returns whether this is the answer: there may be one already. */
  boolean fail(
      PlanError.Code code, String message, @Nullable PlanNode node, @Nullable PlanTrace trace) {
    return !over && give(failure(code, message, node, trace));
  }

  /** The answer of a request that was not accepted. */
  PlanAnswer refusal(PlanError.Code code, String why) {
    return failure(code, why, null, null);
  }

  private PlanAnswer failure(
      PlanError.Code code, String message, @Nullable PlanNode node, @Nullable PlanTrace trace) {
    PlanError error =
        new PlanError(
            code,
            message,
            plan.name(),
            request.requestId(),
            node == null ? null : node.id(),
            node == null ? null : node.op().name(),
            node == null ? null : node.span());
    return new PlanAnswer.Failed(error, trace);
  }

  private boolean give(PlanAnswer answer) {
    if (!OVER.compareAndSet(this, false, true)) {
      return false;
    }
    // Counted first: whoever sees the answer sees it counted.
    tally.answered(answer);
    boolean _ = future.complete(answer);
    return true;
  }
}
