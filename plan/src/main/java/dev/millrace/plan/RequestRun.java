package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.RequestInfo;
import dev.millrace.rows.RowSet;
import dev.millrace.task.Resumer;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHint;
import dev.millrace.task.TaskSignal;
import dev.millrace.task.TaskStatus;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request: a task whose steps run the plan's nodes.
 *
 * <p>The state of its DAG is plain arrays that only the thread in {@link #run} touches; the
 * scheduler promises that there is one such thread at a time and that it sees what the last one
 * wrote. Whatever ends elsewhere (IO, timers, other workers) enters the inbox and raises the task's
 * signal. A step
 *
 * <ol>
 *   <li>takes what has ended from the inbox, which makes further nodes ready,
 *   <li>starts all IO that is ready, then places what computes: the first such node is done here,
 *       in pieces; while it is under way, others go to tasks of their own,
 *   <li>answers Continue if there are more pieces, and Blocked if all it can do is wait.
 * </ol>
 *
 * The first error, or the deadline, is the answer at once. The task then lives on until everything
 * it started has ended; what ends then is counted as late.
 */
final class RequestRun implements Task.Step {

  private static final VarHandle INBOX;
  private static final VarHandle OVER;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      INBOX = lookup.findVarHandle(RequestRun.class, "inbox", NodeRun.class);
      OVER = lookup.findVarHandle(RequestRun.class, "over", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final PlanEngine engine;
  private final CompiledPlan plan;
  private final PlanRequest request;
  private final RequestInfo info;
  private final AnswerFuture answer = new AnswerFuture(this);
  private final RequestClock clock;

  // The DAG: touched only by the thread in run().
  private final int[] waitingFor;
  private final RowSet[] results;
  private final @Nullable NodeRun[] underWay;
  private final IntQueue readyToStart;
  private final IntQueue readyToCompute;
  private final @Nullable TraceRecorder recorder;
  private int nodesUnderWay;
  private int nodesDone;
  private int nodesStarted;
  private int nodesEnded;
  private int nodesCancelled;
  private int lateCompletions;

  /** The node that is computed here, in pieces, and its pieces. */
  private @Nullable NodeRun current;

  private NodeCode.@Nullable BatchRun pieces;

  /** Written in the first step, before anything is started; null until then. */
  private volatile @Nullable TaskContext context;

  /** Written once, with the answer. */
  private volatile boolean over;

  /** Nodes that have ended since the last look, the latest first. */
  private volatile @Nullable NodeRun inbox;

  RequestRun(PlanEngine engine, CompiledPlan plan, PlanRequest request) {
    this.engine = engine;
    this.plan = plan;
    this.request = request;
    this.info = new RequestInfo(request.requestId(), request.userId(), request.params());
    this.clock = new RequestClock(engine.config().nanoTime(), request);
    int size = plan.size();
    this.waitingFor = plan.dependencies();
    this.results = new RowSet[size];
    this.underWay = new NodeRun[size];
    this.readyToStart = new IntQueue(size);
    this.readyToCompute = new IntQueue(size);
    this.recorder = request.traced() ? new TraceRecorder(plan, clock) : null;
  }

  // ---- for others, from any thread

  AnswerFuture answer() {
    return answer;
  }

  PlanEngine engine() {
    return engine;
  }

  RequestInfo info() {
    return info;
  }

  boolean isOver() {
    return over;
  }

  Resumer timer(Duration delay) {
    return contextNow().newTimer(delay);
  }

  /** The time for the trace; 0 if nobody asked for one, because looking costs. */
  long traceNanos() {
    return recorder == null ? 0 : clock.sinceStart();
  }

  /** A node has ended. */
  void settled(NodeRun run) {
    NodeRun head;
    do {
      head = inbox;
      run.nextInInbox = head;
    } while (!INBOX.compareAndSet(this, head, run));
    signal().raise();
  }

  /** Answers with an error from outside, unless there is an answer already. */
  boolean giveUp(String why) {
    boolean first = answer(new PlanAnswer.Failed(error(PlanError.Code.CANCELLED, why, null), null));
    if (context != null) {
      signal().raise();
    }
    return first;
  }

  /** The answer of a request that was not accepted. */
  PlanAnswer refusal(PlanError.Code code, String why) {
    return new PlanAnswer.Failed(error(code, why, null), null);
  }

  private TaskContext contextNow() {
    TaskContext now = context;
    if (now == null) {
      throw new IllegalStateException("nothing was started yet");
    }
    return now;
  }

  private TaskSignal signal() {
    return contextNow().signal(0);
  }

  // ---- the task

  @Override
  public TaskStatus run(TaskContext taskContext, int taskId) {
    try {
      if (context == null) {
        context = taskContext;
        begin();
      }
      takeFromInbox();
      return over ? drain() : advance();
    } catch (Throwable e) { // foreign code: what an op's classes may do while they are called
      fail(PlanError.Code.INTERNAL, "internal error: " + e, null);
      return drain();
    }
  }

  private void begin() {
    for (int index = 0; index < plan.size(); index++) {
      if (waitingFor[index] == 0) {
        ready(index);
      }
    }
    answerIfDone();
  }

  private void ready(int index) {
    if (recorder != null) {
      recorder.ready(index);
    }
    switch (plan.node(index).code()) {
      case NodeCode.Async _ -> readyToStart.add(index);
      case NodeCode.Sync _, NodeCode.Batched _ -> readyToCompute.add(index);
    }
  }

  private TaskStatus advance() {
    while (!over) {
      if (clock.isBounded() && failIfLate()) {
        break;
      }
      if (!readyToStart.isEmpty()) {
        start(readyToStart.remove());
      } else if (!readyToCompute.isEmpty()) {
        place(readyToCompute.remove());
      } else if (current != null) {
        if (!computePiece(current)) {
          return TaskStatus.CONTINUE;
        }
      } else {
        clock.arm(contextNow());
        return TaskStatus.BLOCKED_ON_SIGNAL;
      }
      takeFromInbox();
    }
    return drain();
  }

  private TaskStatus drain() {
    takeFromInbox();
    if (current != null) {
      NodeRun given = current;
      leaveCurrent();
      noteCancelled(given);
    }
    if (nodesUnderWay > 0) {
      for (int index = 0; index < underWay.length; index++) {
        NodeRun run = underWay[index];
        if (run != null && run.cancel()) {
          noteCancelled(run);
        }
      }
    }
    if (nodesUnderWay > 0) {
      return TaskStatus.BLOCKED_ON_SIGNAL;
    }
    clock.disarm();
    engine.tally().nodes(nodesStarted, nodesEnded, nodesCancelled, lateCompletions);
    engine.ended(this);
    return TaskStatus.FINISHED;
  }

  // ---- nodes begin

  private NodeRun newRun(int index) {
    PlanNode node = plan.node(index);
    int[] sources = node.inputs();
    RowSet[] inputs = new RowSet[sources.length];
    for (int i = 0; i < sources.length; i++) {
      inputs[i] = results[sources[i]];
    }
    NodeRun run = new NodeRun(this, node, inputs, clock.nodeDue());
    underWay[index] = run;
    nodesUnderWay++;
    nodesStarted++;
    if (recorder != null) {
      recorder.started(index);
    }
    return run;
  }

  private void start(int index) {
    NodeRun run = newRun(index);
    try {
      ((NodeCode.Async) run.node().code()).start(run, run);
    } catch (Throwable e) { // foreign code
      run.fail(e);
    }
  }

  private void place(int index) {
    NodeRun run = newRun(index);
    switch (run.node().code()) {
      case NodeCode.Sync code -> {
        if (isLong(run)) {
          spawn(run);
        } else {
          compute(code, run);
        }
      }
      case NodeCode.Batched code -> {
        if (current != null || run.node().op().cost() == OpSpec.Cost.HEAVY) {
          spawn(run);
        } else {
          beginPieces(code, run);
        }
      }
      case NodeCode.Async _ -> throw new AssertionError("async nodes are started, not placed");
    }
  }

  private boolean isLong(NodeRun run) {
    return switch (run.node().op().cost()) {
      case CHEAP -> false;
      case PER_ROW -> rowsOf(run.inputs()) > engine.config().inlineRows();
      case HEAVY -> true;
    };
  }

  private static long rowsOf(RowSet[] inputs) {
    long rows = 0;
    for (RowSet each : inputs) {
      rows += each.size();
    }
    return rows;
  }

  private void spawn(NodeRun run) {
    TaskHint hint = run.node().op().cost() == OpSpec.Cost.HEAVY ? TaskHint.IO : TaskHint.CPU;
    engine.spawn(Task.of(run.node().id(), new NodeTask(run)).withHint(hint));
  }

  private void compute(NodeCode.Sync code, NodeRun run) {
    try {
      ended(run, code.run(run));
    } catch (Throwable e) { // foreign code
      ended(run, e);
    }
  }

  private void beginPieces(NodeCode.Batched code, NodeRun run) {
    try {
      pieces = code.begin(run);
      current = run;
    } catch (Throwable e) { // foreign code
      ended(run, e);
    }
  }

  /** Returns whether the node has ended by it. */
  private boolean computePiece(NodeRun run) {
    NodeCode.BatchRun work = pieces;
    if (work == null) {
      throw new AssertionError("a current node has pieces");
    }
    try {
      run.countBatch();
      if (!work.advance()) {
        return false;
      }
      leaveCurrent();
      ended(run, work.result());
    } catch (Throwable e) { // foreign code
      leaveCurrent();
      ended(run, e);
    }
    return true;
  }

  private void leaveCurrent() {
    current = null;
    pieces = null;
  }

  // ---- nodes end

  private void takeFromInbox() {
    if (inbox == null) {
      return;
    }
    NodeRun last = (NodeRun) INBOX.getAndSet(this, null);
    NodeRun oldest = null;
    while (last != null) {
      NodeRun next = last.nextInInbox;
      last.nextInInbox = oldest;
      oldest = last;
      last = next;
    }
    for (NodeRun run = oldest; run != null; run = run.nextInInbox) {
      RowSet rows = run.result();
      Throwable error = run.error();
      if (run.isCancelled()) {
        noteCancelled(run);
      } else if (error != null) {
        ended(run, error);
      } else if (rows != null) {
        ended(run, rows);
      }
    }
  }

  private void noteEnded(NodeRun run, @Nullable RowSet rows) {
    leave(run);
    nodesEnded++;
    if (over) {
      lateCompletions++;
    }
    if (recorder != null) {
      recorder.ended(run, rows);
    }
  }

  private void noteCancelled(NodeRun run) {
    leave(run);
    nodesCancelled++;
  }

  private void leave(NodeRun run) {
    underWay[run.node().index()] = null;
    nodesUnderWay--;
  }

  private void ended(NodeRun run, RowSet rows) {
    noteEnded(run, rows);
    if (over) {
      return;
    }
    PlanNode node = run.node();
    if (clock.isPast(run.dueNanos())) {
      fail(PlanError.Code.NODE_TIMEOUT, clock.nodeTimeoutText(), node);
      return;
    }
    if (request.checked() || engine.config().checked()) {
      String violation = ContractCheck.violation(node, run.inputs(), rows);
      if (violation != null) {
        fail(
            PlanError.Code.CONTRACT_VIOLATED,
            "op '%s' violated output contract: %s".formatted(node.op().name(), violation),
            node);
        return;
      }
    }
    results[node.index()] = rows;
    nodesDone++;
    for (int successor : node.successors()) {
      if (--waitingFor[successor] == 0) {
        ready(successor);
      }
    }
    answerIfDone();
  }

  private void ended(NodeRun run, Throwable error) {
    noteEnded(run, null);
    if (!over) {
      PlanNode node = run.node();
      fail(NodeErrors.code(error), NodeErrors.message(node, error), node);
    }
  }

  private boolean failIfLate() {
    if (clock.isDeadlinePast()) {
      fail(PlanError.Code.DEADLINE_EXCEEDED, clock.deadlineText(namesUnderWay()), null);
      return true;
    }
    return clock.mayHaveLateNode() && failLateNode();
  }

  private boolean failLateNode() {
    long firstDue = RequestClock.NEVER;
    for (NodeRun run : underWay) {
      if (run != null && clock.isPast(run.dueNanos())) {
        fail(PlanError.Code.NODE_TIMEOUT, clock.nodeTimeoutText(), run.node());
        return true;
      }
      firstDue = run == null ? firstDue : Math.min(firstDue, run.dueNanos());
    }
    clock.nextNodeDue(firstDue);
    return false;
  }

  private List<String> namesUnderWay() {
    List<String> names = new ArrayList<>();
    for (NodeRun run : underWay) {
      if (run != null) {
        names.add("%s (%s)".formatted(run.node().id(), run.node().op().name()));
      }
    }
    return names;
  }

  // ---- the answer

  private void answerIfDone() {
    if (nodesDone == plan.size()) {
      List<RowSet> outputs = new ArrayList<>();
      for (int index : plan.outputs()) {
        outputs.add(results[index]);
      }
      boolean _ =
          answer(new PlanAnswer.Rows(outputs, recorder == null ? null : recorder.trace(request)));
    }
  }

  private void fail(PlanError.Code code, String message, @Nullable PlanNode node) {
    PlanTrace trace = recorder == null ? null : recorder.trace(request);
    boolean _ = answer(new PlanAnswer.Failed(error(code, message, node), trace));
  }

  private PlanError error(PlanError.Code code, String message, @Nullable PlanNode node) {
    return new PlanError(
        code,
        message,
        plan.name(),
        request.requestId(),
        node == null ? null : node.id(),
        node == null ? null : node.op().name(),
        node == null ? null : node.span());
  }

  /** Whoever comes first answers. */
  private boolean answer(PlanAnswer given) {
    if (!OVER.compareAndSet(this, false, true)) {
      return false;
    }
    // Counted first: whoever sees the answer sees it counted.
    engine.tally().answered(given);
    boolean _ = answer.complete(given);
    return true;
  }

  @Override
  public String toString() {
    return "request %s of plan %s: %d of %d nodes done"
        .formatted(request.requestId(), plan.name(), nodesDone, plan.size());
  }
}
