package dev.millrace.plan;

import dev.millrace.plan.PlanTrace.State;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notes what happens to the nodes of one request. Used by the request's thread alone. */
final class TraceRecorder {

  private final CompiledPlan plan;
  private final RequestClock clock;
  private final State[] states;
  private final long[] readyNanos;
  private final long[] startNanos;
  private final long[] endNanos;

  /** Of nodes that have started. Those under way may be written to while they are read. */
  private final @Nullable NodeNotes[] notes;

  /** The rows that ended nodes gave; null for those that failed. */
  private final @Nullable RowSet[] rows;

  TraceRecorder(CompiledPlan plan, RequestClock clock) {
    this.plan = plan;
    this.clock = clock;
    int size = plan.size();
    states = new State[size];
    Arrays.fill(states, State.WAITING);
    readyNanos = never(size);
    startNanos = never(size);
    endNanos = never(size);
    notes = new NodeNotes[size];
    rows = new RowSet[size];
  }

  private static long[] never(int size) {
    long[] times = new long[size];
    Arrays.fill(times, PlanTrace.NEVER);
    return times;
  }

  /** For a node that is about to start. */
  NodeNotes newNotes() {
    return new NodeNotes(clock::sinceStart);
  }

  void ready(int index) {
    states[index] = State.READY;
    readyNanos[index] = clock.sinceStart();
  }

  void started(NodeRun run) {
    int index = run.node().index();
    states[index] = State.RUNNING;
    startNanos[index] = clock.sinceStart();
    notes[index] = run.notes();
  }

  /**
   * @param result what it gave; null if it failed
   */
  void ended(NodeRun run, @Nullable RowSet result) {
    int index = run.node().index();
    states[index] = result == null ? State.FAILED : State.DONE;
    NodeNotes noted = run.notes();
    long elsewhere = noted == null ? 0 : noted.endNanos();
    endNanos[index] = elsewhere > 0 ? elsewhere : clock.sinceStart();
    rows[index] = result;
  }

  /** What has happened so far. */
  PlanTrace trace(PlanRequest request) {
    long now = clock.sinceStart();
    List<PlanTrace.Node> nodes = new ArrayList<>();
    for (int index = 0; index < plan.size(); index++) {
      nodes.add(node(index));
    }
    List<String> path = CriticalPath.of(plan, endNanos, startNanos);
    return new PlanTrace(plan.name(), request.requestId(), nodes, now, path);
  }

  private PlanTrace.Node node(int index) {
    PlanNode node = plan.node(index);
    RowSet result = rows[index];
    long rowsIn = 0;
    List<String> inputs = new ArrayList<>();
    for (int input : node.inputs()) {
      inputs.add(plan.node(input).id());
      RowSet given = rows[input];
      rowsIn += given == null ? 0 : given.size();
    }
    return new PlanTrace.Node(
        node.id(),
        node.op().name(),
        node.label(),
        states[index],
        new PlanTrace.Times(readyNanos[index], startNanos[index], endNanos[index]),
        work(index, rowsIn),
        result == null ? List.of() : keys(result.batch()),
        inputs);
  }

  private PlanTrace.Work work(int index, long rowsIn) {
    NodeNotes noted = notes[index];
    if (noted == null) {
      return new PlanTrace.Work("", rowsIn, 0, 0, Map.of(), List.of());
    }
    RowSet result = rows[index];
    // What an op counts is its own until it has ended.
    Map<String, Long> counts = states[index] == State.RUNNING ? Map.of() : noted.counts();
    return new PlanTrace.Work(
        noted.lane(),
        rowsIn,
        result == null ? 0 : result.size(),
        noted.batches(),
        counts,
        noted.trips());
  }

  private static List<Integer> keys(ColumnBatch batch) {
    List<Integer> keys = new ArrayList<>();
    for (int i = 0; i < batch.columns(); i++) {
      keys.add(batch.keyAt(i));
    }
    return keys;
  }
}
