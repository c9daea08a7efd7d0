package dev.millrace.plan;

import dev.millrace.rows.RowSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the nodes of one request are: plain arrays, touched by one thread at a time.
 *
 * <pre>
 *   waiting ── all inputs done ──► ready ── begin ──► under way ── end ──► done, failed, cancelled
 * </pre>
 */
final class DagState {

  private final CompiledPlan plan;
  private final @Nullable TraceRecorder recorder;

  /**
   * How many inputs each node still waits for. Null as long as each node has ended before the next
   * began: then they become ready in the plan's order, and nobody need count.
   */
  private int @Nullable [] waitingFor;

  /** The rows of the nodes that are done. */
  private final RowSet[] results;

  /** Nodes that outlive the call that began them; null until there is one. */
  private @Nullable NodeRun @Nullable [] underWay;

  /**
   * Nodes that are ready: in the first part those that are started, behind them those that are
   * computed. Both are queues, and each node enters once. The plan's order if nobody counts.
   */
  private int[] ready;

  /** What the nodes that are done have given, all together. */
  private long rows;

  private int startHead;
  private int startTail;
  private int computeHead;
  private int computeTail;
  private int started;
  private int done;
  private int failed;
  private int cancelled;
  private int late;

  DagState(CompiledPlan plan, @Nullable TraceRecorder recorder) {
    this.plan = plan;
    this.recorder = recorder;
    results = new RowSet[plan.size()];
    ready = plan.order();
    computeTail = ready.length;
  }

  /** The nodes without inputs are ready. */
  void begin() {
    if (recorder != null || plan.asyncNodes() > 0) {
      leaveOrder();
    }
  }

  /**
   * From now on, nodes may end in any order; or somebody wants to know when one becomes ready. Up
   * to now those that are done are the first of the order, and those that have not begun the last.
   */
  private void leaveOrder() {
    int[] order = plan.order();
    waitingFor = plan.dependencies();
    ready = new int[order.length];
    computeHead = plan.asyncNodes();
    computeTail = computeHead;
    for (int i = 0; i < done; i++) {
      for (int successor : plan.node(order[i]).successors()) {
        waitingFor[successor]--;
      }
    }
    for (int i = started; i < order.length; i++) {
      if (waitingFor[order[i]] == 0) {
        ready(order[i]);
      }
    }
  }

  private void ready(int index) {
    if (recorder != null) {
      recorder.ready(index);
    }
    if (plan.node(index).isAsync()) {
      ready[startTail++] = index;
    } else {
      ready[computeTail++] = index;
    }
  }

  boolean hasNodeToStart() {
    return startHead < startTail;
  }

  /** A node that is started and ends elsewhere. */
  int nextToStart() {
    return ready[startHead++];
  }

  boolean hasNodeToCompute() {
    return computeHead < computeTail;
  }

  /** What {@link #nextToCompute} gives. */
  int firstToCompute() {
    return ready[computeHead];
  }

  /** A node that needs a thread. */
  int nextToCompute() {
    return ready[computeHead++];
  }

  /** What a node has given; it must be done. */
  RowSet rowsOf(int index) {
    return results[index];
  }

  /** How many rows a node works on; one that it gets twice counts twice. */
  long rowsInto(PlanNode node) {
    long sum = 0;
    for (int input : node.inputs()) {
      sum += results[input].size();
    }
    return sum;
  }

  /** What a node works on or has worked on. */
  RowSet[] inputsOf(int index) {
    int[] sources = plan.node(index).inputs();
    RowSet[] inputs = new RowSet[sources.length];
    for (int i = 0; i < sources.length; i++) {
      inputs[i] = results[sources[i]];
    }
    return inputs;
  }

  void begun(NodeRun run) {
    started++;
    if (recorder != null) {
      recorder.started(run);
    }
  }

  /** A node that was begun goes on when the call that began it has returned. */
  void goesOn(NodeRun run) {
    if (waitingFor == null) {
      leaveOrder();
    }
    if (underWay == null) {
      underWay = new NodeRun[plan.size()];
    }
    underWay[run.node().index()] = run;
  }

  private void ended(NodeRun run) {
    if (underWay != null) {
      underWay[run.node().index()] = null;
    }
  }

  /** What all nodes that are done have given. */
  long rows() {
    return rows;
  }

  /** How many rows there would be with those of one more node. */
  long rowsWith(RowSet more) {
    return rows + more.size();
  }

  /** A node has given its rows, which may make others ready. */
  void done(NodeRun run, RowSet given) {
    PlanNode node = run.node();
    ended(run);
    results[node.index()] = given;
    rows += given.size();
    done++;
    if (recorder != null) {
      recorder.ended(run, given);
    }
    if (waitingFor != null) {
      for (int successor : node.successors()) {
        if (--waitingFor[successor] == 0) {
          ready(successor);
        }
      }
    }
  }

  void failed(NodeRun run) {
    ended(run);
    failed++;
    if (recorder != null) {
      recorder.ended(run, null);
    }
  }

  /** A node has ended after the answer. */
  void late(NodeRun run) {
    ended(run);
    late++;
  }

  void cancelled(NodeRun run) {
    ended(run);
    cancelled++;
  }

  boolean isDone() {
    return done == plan.size();
  }

  List<RowSet> outputs() {
    int[] indices = plan.outputs();
    if (indices.length == 1) {
      return List.of(results[indices[0]]);
    }
    RowSet[] outputs = new RowSet[indices.length];
    for (int i = 0; i < indices.length; i++) {
      outputs[i] = results[indices[i]];
    }
    return List.of(outputs); // the answer's copy of an immutable list is the list itself
  }

  boolean hasUnderWay() {
    return started > done + failed + late + cancelled;
  }

  List<NodeRun> underWay() {
    if (underWay == null) {
      return List.of();
    }
    List<NodeRun> runs = new ArrayList<>();
    for (NodeRun run : underWay) {
      if (run != null) {
        runs.add(run);
      }
    }
    return runs;
  }

  void count(EngineTally tally) {
    tally.endedOtherwise(started, cancelled, late);
  }

  @Override
  public String toString() {
    return "%d of %d nodes done, %d started".formatted(done, plan.size(), started);
  }
}
