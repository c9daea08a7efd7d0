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

  /** How many inputs each node still waits for. */
  private final int[] waitingFor;

  /** The rows of the nodes that are done. */
  private final RowSet[] results;

  private final @Nullable NodeRun[] underWay;
  private final IntQueue readyToStart;
  private final IntQueue readyToCompute;
  private int started;
  private int done;
  private int failed;
  private int cancelled;
  private int late;

  DagState(CompiledPlan plan, @Nullable TraceRecorder recorder) {
    this.plan = plan;
    this.recorder = recorder;
    int size = plan.size();
    waitingFor = plan.dependencies();
    results = new RowSet[size];
    underWay = new NodeRun[size];
    readyToStart = new IntQueue(plan.asyncNodes());
    readyToCompute = new IntQueue(size - plan.asyncNodes());
  }

  /** The nodes without inputs are ready. */
  void begin() {
    for (int index : plan.sources()) {
      ready(index);
    }
  }

  private void ready(int index) {
    if (recorder != null) {
      recorder.ready(index);
    }
    (plan.isAsync(index) ? readyToStart : readyToCompute).add(index);
  }

  /** Nodes that are started and end elsewhere. */
  IntQueue readyToStart() {
    return readyToStart;
  }

  /** Nodes that need a thread. */
  IntQueue readyToCompute() {
    return readyToCompute;
  }

  /** What a ready node works on. */
  RowSet[] inputsOf(int index) {
    int[] sources = plan.node(index).inputs();
    RowSet[] inputs = new RowSet[sources.length];
    for (int i = 0; i < sources.length; i++) {
      inputs[i] = results[sources[i]];
    }
    return inputs;
  }

  void begun(NodeRun run) {
    int index = run.node().index();
    underWay[index] = run;
    started++;
    if (recorder != null) {
      recorder.started(run);
    }
  }

  /** A node has given its rows, which may make others ready. */
  void done(NodeRun run, RowSet rows) {
    PlanNode node = run.node();
    underWay[node.index()] = null;
    results[node.index()] = rows;
    done++;
    if (recorder != null) {
      recorder.ended(run, rows);
    }
    for (int successor : node.successors()) {
      if (--waitingFor[successor] == 0) {
        ready(successor);
      }
    }
  }

  void failed(NodeRun run) {
    underWay[run.node().index()] = null;
    failed++;
    if (recorder != null) {
      recorder.ended(run, null);
    }
  }

  /** A node has ended after the answer. */
  void late(NodeRun run) {
    underWay[run.node().index()] = null;
    late++;
  }

  void cancelled(NodeRun run) {
    underWay[run.node().index()] = null;
    cancelled++;
  }

  boolean isDone() {
    return done == plan.size();
  }

  List<RowSet> outputs() {
    int[] indices = plan.outputs();
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
    List<NodeRun> runs = new ArrayList<>();
    for (NodeRun run : underWay) {
      if (run != null) {
        runs.add(run);
      }
    }
    return runs;
  }

  void count(EngineTally tally) {
    tally.nodes(started, done + failed + late, cancelled, late);
  }

  @Override
  public String toString() {
    return "%d of %d nodes done, %d started".formatted(done, plan.size(), started);
  }
}
