package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.op.NodeInput;
import dev.millrace.plan.op.NodeReply;
import dev.millrace.plan.op.RequestInfo;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.rows.RowSet;
import dev.millrace.task.Resumer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One node of one request, from its start to its end.
 *
 * <pre>
 *   RUNNING ── complete, fail ──► ENDED      and into the request's inbox
 *      └────── cancel ──────────► CANCELLED  only if the op said how to stop
 * </pre>
 *
 * Thread-safe where {@link NodeReply} is; the rest is used by whoever runs the node.
 */
final class NodeRun implements NodeInput, NodeReply {

  /** How a node is doing. */
  private enum Phase {
    RUNNING,
    ENDED,
    CANCELLED
  }

  /** Stands where a cancel action would be once the node is given up. */
  private enum GivenUp implements Runnable {
    GIVEN_UP;

    @Override
    public void run() {}
  }

  private static final VarHandle PHASE;
  private static final VarHandle ON_CANCEL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PHASE = lookup.findVarHandle(NodeRun.class, "phase", Phase.class);
      ON_CANCEL = lookup.findVarHandle(NodeRun.class, "onCancel", Runnable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RequestRun request;
  private final PlanNode node;
  private final RowSet[] inputs;

  /** When it must have ended. Written before it starts. */
  private final long dueNanos;

  /** Null if the request is not traced. */
  private final @Nullable NodeTrips trips;

  private volatile Phase phase = Phase.RUNNING;
  private volatile @Nullable Runnable onCancel;

  // Written by whoever ends the node, before it enters the inbox; read by the request after.
  private @Nullable RowSet rows;
  private @Nullable Throwable error;
  private long endNanos;
  @Nullable NodeRun nextInInbox;

  // Written by whoever runs the node; read as above.
  private String lane = "inline";
  private int batches;
  private @Nullable Map<String, Long> counts;

  NodeRun(RequestRun request, PlanNode node, RowSet[] inputs, long dueNanos) {
    this.request = request;
    this.node = node;
    this.inputs = inputs;
    this.dueNanos = dueNanos;
    this.trips = request.isTraced() ? new NodeTrips(request::traceNanos) : null;
  }

  // ---- NodeInput

  @Override
  public RowSet rows() {
    return inputs[0];
  }

  @Override
  public RowSet rows(int index) {
    return inputs[index];
  }

  @Override
  public RequestInfo request() {
    return request.info();
  }

  @Override
  public RedisClient redis(EndpointSpec endpoint) {
    lane = "redis";
    RedisClient client = request.engine().redis(endpoint);
    return trips == null ? client : trips.watch(endpoint, client);
  }

  @Override
  public boolean isOver() {
    return phase != Phase.RUNNING || request.isOver();
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
    if (counts == null) {
      counts = new LinkedHashMap<>();
    }
    counts.merge(requireNonNull(what, "what is null"), amount, Long::sum);
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
    if (PHASE.compareAndSet(this, Phase.RUNNING, Phase.ENDED)) {
      rows = result;
      error = cause;
      endNanos = request.traceNanos();
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
    lane = "timer";
    Resumer timer = request.timer(delay);
    timer.onResume(() -> {
      if (phase == Phase.RUNNING) {
        action.run();
      }
    });
    onCancel(timer::resume);
  }

  // ---- for the request and whoever runs the node for it

  PlanNode node() {
    return node;
  }

  /** How many rows its inputs have together. */
  long rowsIn() {
    long sum = 0;
    for (RowSet each : inputs) {
      sum += each.size();
    }
    return sum;
  }

  RowSet[] inputs() {
    return inputs;
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
        || !PHASE.compareAndSet(this, Phase.RUNNING, Phase.CANCELLED)) {
      return false;
    }
    action.run();
    return true;
  }

  /** Ends a node whose request is over. Called by whoever runs it. */
  boolean endAsCancelled() {
    if (!PHASE.compareAndSet(this, Phase.RUNNING, Phase.CANCELLED)) {
      return false;
    }
    request.settled(this);
    return true;
  }

  boolean isCancelled() {
    return phase == Phase.CANCELLED;
  }

  void ranOn(String where) {
    lane = where;
  }

  void countBatch() {
    batches++;
  }

  @Nullable RowSet result() {
    return rows;
  }

  @Nullable Throwable error() {
    return error;
  }

  long endNanos() {
    return endNanos;
  }

  String lane() {
    return lane;
  }

  int batches() {
    return batches;
  }

  Map<String, Long> counts() {
    return counts == null ? Map.of() : counts;
  }

  List<PlanTrace.Trip> trips() {
    return trips == null ? List.of() : trips.soFar();
  }

  @Override
  public String toString() {
    return node.id() + " (" + node.op().name() + ")";
  }
}
