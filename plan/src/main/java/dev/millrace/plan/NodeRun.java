package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.op.NodeInput;
import dev.millrace.plan.op.NodeReply;
import dev.millrace.plan.op.RequestInfo;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.rows.RowSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One node of one request, from its start to its end.
 *
 * <pre>
 *   running ── complete, fail ──► DONE       and into the request's inbox
 *      └────── cancel ──────────► CANCELLED  only if the op said how to stop
 * </pre>
 *
 * Thread-safe where {@link NodeReply} is; the rest is used by whoever runs the node.
 */
final class NodeRun implements NodeInput, NodeReply {

  /** How a node ended. */
  private enum End {
    DONE,
    CANCELLED
  }

  /** Stands where a cancel action would be once the node is given up. */
  private enum GivenUp implements Runnable {
    GIVEN_UP;

    @Override
    public void run() {}
  }

  private static final VarHandle END;
  private static final VarHandle ON_CANCEL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      END = lookup.findVarHandle(NodeRun.class, "end", End.class);
      ON_CANCEL = lookup.findVarHandle(NodeRun.class, "onCancel", Runnable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RequestRun request;

  // Written before the node begins.
  private PlanNode node;

  /** When it must have ended. */
  private long dueNanos;

  /** Null if the request is not traced. */
  private @Nullable NodeNotes notes;

  /** Null while it runs. So nothing is written at first, which would cost a fence for each node. */
  private volatile @Nullable End end;

  private volatile @Nullable Runnable onCancel;

  // Written by whoever ends the node, before it enters the inbox; read by the request after.
  private @Nullable RowSet rows;
  private @Nullable Throwable error;
  @Nullable NodeRun nextInInbox;

  NodeRun(RequestRun request, PlanNode node, long dueNanos, @Nullable NodeNotes notes) {
    this.request = request;
    this.node = node;
    this.dueNanos = dueNanos;
    this.notes = notes;
  }

  /** Takes the next node, when the present one has ended and nobody else knows of this. */
  void next(PlanNode newNode, long newDue, @Nullable NodeNotes newNotes) {
    node = newNode;
    dueNanos = newDue;
    notes = newNotes;
  }

  // ---- NodeInput

  @Override
  public RowSet rows() {
    return rows(0);
  }

  @Override
  public RowSet rows(int index) {
    return request.rowsOf(node.inputs()[index]);
  }

  @Override
  public RequestInfo request() {
    return request.info();
  }

  @Override
  public RedisClient redis(EndpointSpec endpoint) {
    ranOn("redis");
    RedisClient client = request.engine().redis(endpoint);
    return notes == null ? client : notes.watch(endpoint, client);
  }

  @Override
  public boolean isOver() {
    return end != null || request.isOver();
  }

  @Override
  public long nanoTime() {
    return request.engine().nanoTime();
  }

  @Override
  public int batchRows() {
    return request.engine().config().batchRows();
  }

  @Override
  public void count(String what, long amount) {
    requireNonNull(what, "what is null");
    if (notes != null) {
      notes.count(what, amount);
    }
  }

  // ---- NodeReply

  @Override
  public void complete(RowSet result) {
    end(requireNonNull(result, "result is null"), null);
  }

  @Override
  public void fail(Throwable cause) {
    end(null, requireNonNull(cause, "cause is null"));
  }

  private void end(@Nullable RowSet result, @Nullable Throwable cause) {
    if (END.compareAndSet(this, null, End.DONE)) {
      rows = result;
      error = cause;
      if (notes != null) {
        notes.ended();
      }
      request.settled(this);
    }
  }

  @Override
  public void onCancel(Runnable action) {
    requireNonNull(action, "action is null");
    while (true) {
      Runnable before = onCancel;
      if (before == GivenUp.GIVEN_UP) {
        if (endAsCancelled()) {
          action.run();
        }
        return;
      }
      Runnable both =
          before == null
              ? action
              : () -> {
                before.run();
                action.run();
              };
      if (ON_CANCEL.compareAndSet(this, before, both)) {
        return;
      }
    }
  }

  @Override
  public void after(Duration delay, Runnable action) {
    requireNonNull(action, "action is null");
    ranOn(PlanTrace.TIMER);
    onCancel(NodeRun::stopWaiting);
    if (end == null) {
      request.later(this, delay, action);
    }
  }

  /** Nothing to do: what is due later is not done once the node has ended. */
  private static void stopWaiting() {}

  // ---- for the request and whoever runs the node for it

  PlanNode node() {
    return node;
  }

  long dueNanos() {
    return dueNanos;
  }

  /**
   * Gives the node up. Called by the request, again and again until the node has ended.
   *
   * @return true if it has ended by that; otherwise it ends later by itself
   */
  boolean cancel() {
    Runnable action = (Runnable) ON_CANCEL.getAndSet(this, GivenUp.GIVEN_UP);
    if (action == null
        || action == GivenUp.GIVEN_UP
        || !END.compareAndSet(this, null, End.CANCELLED)) {
      return false;
    }
    action.run();
    return true;
  }

  /** Ends a node whose request is over. Called by whoever runs it. */
  boolean endAsCancelled() {
    if (!END.compareAndSet(this, null, End.CANCELLED)) {
      return false;
    }
    request.settled(this);
    return true;
  }

  boolean isCancelled() {
    return end == End.CANCELLED;
  }

  /** Does what it has put off, unless it has ended meanwhile. Called by the request. */
  void later(Runnable action) {
    if (end != null) {
      return;
    }
    try {
      action.run();
    } catch (Throwable e) { // foreign code
      fail(e);
    }
  }

  /** Where it ran, for the trace. */
  void ranOn(String where) {
    if (notes != null) {
      notes.ranOn(where);
    }
  }

  void countBatch() {
    if (notes != null) {
      notes.batch();
    }
  }

  /** Null if the request is not traced. */
  @Nullable NodeNotes notes() {
    return notes;
  }

  @Nullable RowSet result() {
    return rows;
  }

  @Nullable Throwable error() {
    return error;
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
