package dev.millrace.plan;

import dev.millrace.plan.io.ReplyThread;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.RequestInfo;
import dev.millrace.rows.RowSet;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHint;
import dev.millrace.task.TaskSignal;
import dev.millrace.task.TaskStatus;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A request: a task whose steps run the plan's nodes.
 *
 * <p>The state of its DAG is touched only by the thread in {@link #run}; the scheduler promises
 * that there is one such thread at a time and that it sees what the last one wrote. Whatever ends
 * elsewhere (IO, timers, other workers) enters the inbox and raises the task's signal. A step
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
  private static final VarHandle CONTEXT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      INBOX = lookup.findVarHandle(RequestRun.class, "inbox", NodeRun.class);
      CONTEXT = lookup.findVarHandle(RequestRun.class, "context", TaskContext.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final PlanEngine engine;
  private final CompiledPlan plan;
  private final PlanRequest request;
  private final RequestClock clock;
  private final RequestAnswer answer;
  private final boolean checked;

  /** Where it stands among those that live. Written before it is submitted. */
  private @Nullable AtomicReferenceArray<@Nullable RequestRun> home;

  private int homeSlot;

  private final boolean here;

  // Touched only by the thread in run().
  private final @Nullable TraceRecorder recorder;
  private final DagState dag;
  private @Nullable CurrentNode current;

  /** Whether its end was counted with the answer. */
  private boolean isCounted;

  /** Null if no node can have one. */
  private final @Nullable RequestTimers timers;

  /** Of a node that ended within the call that began it: nobody has it any more. */
  private @Nullable NodeRun spare;

  /**
   * The thread that is in foreign code of a node and looks into the inbox and at the timers after
   * it. Written by the thread in run(); others may see anything, but never themselves.
   */
  private @Nullable Thread collector;

  /** Nodes that this thread has ended since the last look, the latest first. */
  private @Nullable NodeRun collected;

  /** Written in the first step, before anything is started; null until then. */
  private volatile @Nullable TaskContext context;

  /** The same of other threads. */
  private volatile @Nullable NodeRun inbox;

  /**
   * @param here whether whoever asks waits for the answer, and begins with the work itself
   */
  RequestRun(PlanEngine engine, CompiledPlan plan, PlanRequest request, boolean here) {
    this.engine = engine;
    this.here = here;
    this.plan = plan;
    this.request = request;
    this.clock = RequestClock.of(engine.config().nanoTime(), request);
    this.answer = new RequestAnswer(this);
    this.checked = request.checked() || engine.config().checked();
    this.recorder = request.traced() ? new TraceRecorder(plan, clock) : null;
    this.dag = new DagState(plan, recorder);
    this.timers = plan.asyncNodes() == 0 ? null : new RequestTimers();
  }

  // ---- for the engine

  /** It has a slot among those that live; before it is submitted. */
  void entered(AtomicReferenceArray<@Nullable RequestRun> slots, int slot) {
    home = slots;
    homeSlot = slot;
  }

  /** When it has ended, or was not accepted. */
  void leave() {
    if (home != null) {
      home.setRelease(homeSlot, null);
    }
  }

  // ---- for others, from any thread

  RequestAnswer answer() {
    return answer;
  }

  PlanEngine engine() {
    return engine;
  }

  CompiledPlan plan() {
    return plan;
  }

  PlanRequest request() {
    return request;
  }

  RequestInfo info() {
    return new RequestInfo(request.requestId(), request.userId(), request.params());
  }

  /** What a node has given, for those that work on it. */
  RowSet rowsOf(int node) {
    return dag.rowsOf(node);
  }

  boolean isOver() {
    return answer.isOver();
  }

  /** A node does something after some time, in a step of this. */
  void later(NodeRun run, Duration delay, Runnable action) {
    RequestTimers ours = timers;
    if (ours == null) {
      throw new IllegalStateException("only a node that was started can put something off");
    }
    long due = contextNow().nanoTime() + RequestClock.nanos(delay);
    if (collector == Thread.currentThread()) {
      ours.add(run, due, action);
    } else {
      ours.addFromOutside(run, due, action);
      signal().raise();
    }
  }

  /** A node has ended. */
  void settled(NodeRun run) {
    if (collector == Thread.currentThread()) {
      run.nextInInbox = collected;
      collected = run;
      return;
    }
    NodeRun head;
    do {
      head = inbox;
      run.nextInInbox = head;
    } while (!INBOX.compareAndSet(this, head, run));
    if (run.result() != null && (here || leadsToIo(run.node())) && ReplyThread.hasTime()) {
      signal().raiseHere();
    } else {
      signal().raise();
    }
  }

  /** Whether a node is followed by one that is only started. */
  private boolean leadsToIo(PlanNode node) {
    for (int successor : node.successors()) {
      if (plan.node(successor).isAsync()) {
        return true;
      }
    }
    return false;
  }

  /** Answers with an error from outside, unless there is an answer already. */
  boolean giveUp(String why) {
    boolean first = answer.fail(PlanError.Code.CANCELLED, why, null, null);
    if (context != null) {
      signal().raise();
    }
    return first;
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

  /**
   * Does what is little before there is a task, on the thread that waits for the answer.
   *
   * @return true if that was all: then there is an answer, and no task is needed
   */
  boolean endsWithoutTask() {
    try {
      begin();
      while (!isOver() && current == null && dag.hasNodeToCompute() && !dag.hasNodeToStart()) {
        if (isForWorkers(dag.firstToCompute()) || (clock.isBounded() && failIfLate())) {
          break;
        }
        compute(newRun(dag.nextToCompute()), false);
      }
    } catch (Throwable e) { // foreign code, as in run
      fail(PlanError.Code.INTERNAL, "internal error: " + e, null);
    }
    return isOver() && drain() == TaskStatus.FINISHED;
  }

  private void begin() {
    dag.begin();
    answerIfDone();
  }

  @Override
  public TaskStatus run(TaskContext taskContext, int taskId) {
    try {
      boolean foreign = context == null ? here : ReplyThread.isCurrent();
      if (context == null) {
        CONTEXT.setRelease(this, taskContext);
        if (!here) {
          begin();
        }
      }
      runTimers();
      takeFromInbox();
      return advance(foreign);
    } catch (Throwable e) { // foreign code: what an op's classes may do while they are called
      fail(PlanError.Code.INTERNAL, "internal error: " + e, null);
      return drain();
    }
  }

  /**
   * @param foreign whether this thread is no worker, and only starts what others do
   */
  private TaskStatus advance(boolean foreign) {
    while (!isOver()) {
      CurrentNode computing = current;
      if (clock.isBounded() && failIfLate()) {
        break;
      } else if (dag.hasNodeToStart()) {
        start(newRun(dag.nextToStart()));
      } else if (foreign && (computing != null || hasWorkForWorkers())) {
        return TaskStatus.YIELD;
      } else if (dag.hasNodeToCompute()) {
        place(dag.nextToCompute());
        runTimers();
      } else if (computing == null) {
        clock.arm(contextNow());
        if (timers != null) {
          timers.arm(contextNow());
        }
        VarHandle.fullFence(); // whoever answers from outside sees the context, or is seen here
        if (!isOver()) {
          return TaskStatus.BLOCKED_ON_SIGNAL;
        }
      } else if (!endsWithNextPiece(computing)) {
        return TaskStatus.CONTINUE;
      }
      takeFromInbox();
    }
    return drain();
  }

  /**
   * Whether what is to be computed next is not for a thread that is no worker: one that waits for
   * the answer, or reads what it depends on, does a few rows, and only if nobody but itself is told
   * of the answer. Nor does it begin what it cannot leave when the time is up.
   */
  private boolean hasWorkForWorkers() {
    return dag.hasNodeToCompute() && (!here || isForWorkers(dag.firstToCompute()));
  }

  private boolean isForWorkers(int index) {
    PlanNode node = plan.node(index);
    return switch (node.cost()) {
      case CHEAP -> false;
      case PER_ROW -> isBig(node) || (!node.isBatched() && mustNotBeHeldUp());
      case HEAVY -> true;
    };
  }

  /** Whether somebody waits for this thread: for the answer by a deadline, or for other replies. */
  private boolean mustNotBeHeldUp() {
    return clock.isBounded() || ReplyThread.isCurrent();
  }

  private boolean isBig(PlanNode node) {
    long limit = engine.config().inlineRows();
    // Mostly all rows of the request together are few, and nobody need ask which ones it gets, or
    // whether it gets some of them twice.
    return dag.rows() > limit && node.cost() != OpSpec.Cost.CHEAP && dag.rowsInto(node) > limit;
  }

  /** Gives up what is under way, and ends when nothing is. */
  private TaskStatus drain() {
    if (current != null) {
      dag.cancelled(current.run());
      current = null;
    }
    if (dag.hasUnderWay()) {
      for (NodeRun run : dag.underWay()) {
        if (run.cancel()) {
          dag.cancelled(run);
        }
      }
    }
    if (dag.hasUnderWay()) {
      return TaskStatus.BLOCKED_ON_SIGNAL;
    }
    clock.disarm();
    if (timers != null) {
      timers.disarm();
    }
    if (!isCounted) {
      dag.count(engine.tally());
    }
    leave();
    return TaskStatus.FINISHED;
  }

  // ---- nodes begin

  private NodeRun newRun(int index) {
    PlanNode node = plan.node(index);
    NodeNotes notes = recorder == null ? null : recorder.newNotes();
    NodeRun run = spare;
    if (run == null) {
      run = new NodeRun(this, node, clock.nodeDue(), notes);
    } else {
      spare = null;
      run.next(node, clock.nodeDue(), notes);
    }
    dag.begun(run);
    return run;
  }

  private void start(NodeRun run) {
    dag.goesOn(run);
    collector = Thread.currentThread();
    try {
      ((NodeCode.Async) run.node().code()).start(run, run);
    } catch (Throwable e) { // foreign code
      run.fail(e);
    } finally {
      collector = null;
    }
  }

  private void runTimers() {
    if (timers == null || timers.isEmpty()) {
      return;
    }
    collector = Thread.currentThread();
    try {
      timers.runDue(contextNow());
    } finally {
      collector = null;
    }
  }

  private void place(int index) {
    NodeRun run = newRun(index);
    PlanNode node = run.node();
    boolean isBig = isBig(node);
    boolean isBusy = current != null || !node.isBatched();
    if (node.cost() == OpSpec.Cost.HEAVY || (isBig && isBusy)) {
      spawn(run, null);
    } else {
      compute(run, isBig);
    }
  }

  private void spawn(NodeRun run, NodeCode.@Nullable BatchRun pieces) {
    dag.goesOn(run);
    PlanNode node = run.node();
    boolean isHeavy = node.cost() == OpSpec.Cost.HEAVY;
    // What cannot be left when the time is up must not hold the only worker who could say so.
    boolean holdsUp = clock.isBounded() && !node.isBatched();
    TaskHint hint = isHeavy || holdsUp ? TaskHint.IO : TaskHint.CPU;
    engine.spawn(Task.of(node.id(), new NodeTask(run, pieces)).withHint(hint));
  }

  private void compute(NodeRun run, boolean isBig) {
    PlanNode node = run.node();
    NodeCode.Sync sync = node.sync();
    try {
      if (!isBig && sync != null) {
        if (node.isBatched()) {
          run.countBatch();
        }
        ended(run, sync.run(run));
        spare = run;
      } else if (node.code() instanceof NodeCode.Batched batched) {
        computeInPieces(run, batched.begin(run), isBig);
      } else {
        throw new AssertionError("async nodes are started");
      }
    } catch (Throwable e) { // foreign code
      ended(run, e);
    }
  }

  /** What is small is mostly done with one piece; what is big waits until others are placed. */
  private void computeInPieces(NodeRun run, NodeCode.BatchRun pieces, boolean isBig)
      throws Exception {
    if (!isBig) {
      run.countBatch();
      if (pieces.advance()) {
        ended(run, pieces.result());
        return;
      }
    }
    if (current == null) {
      dag.goesOn(run);
      current = new CurrentNode(run, pieces);
    } else {
      spawn(run, pieces);
    }
  }

  private boolean endsWithNextPiece(CurrentNode node) {
    try {
      if (!node.advance()) {
        return false;
      }
      current = null;
      ended(node.run(), node.pieces().result());
    } catch (Throwable e) { // foreign code
      current = null;
      ended(node.run(), e);
    }
    return true;
  }

  // ---- nodes end

  private void takeFromInbox() {
    if (collected != null) {
      NodeRun last = collected;
      collected = null;
      take(last);
    }
    if (inbox != null) {
      take((NodeRun) INBOX.getAndSet(this, null));
    }
  }

  /** All up to {@code latest}, the oldest first. */
  private void take(NodeRun latest) {
    NodeRun last = latest;
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
        dag.cancelled(run);
      } else if (rows != null) {
        ended(run, rows);
      } else if (error != null) {
        ended(run, error);
      }
    }
  }

  private void ended(NodeRun run, RowSet rows) {
    if (isOver()) {
      dag.late(run);
      return;
    }
    if (clock.isPast(run.dueNanos())) {
      dag.failed(run);
      fail(PlanError.Code.NODE_TIMEOUT, clock.nodeTimeoutText(), run.node());
      return;
    }
    String violation = violation(run, rows);
    if (violation != null) {
      dag.failed(run);
      fail(PlanError.Code.CONTRACT_VIOLATED, violation, run.node());
      return;
    }
    long most = engine.config().maxRows();
    if (dag.rowsWith(rows) > most) {
      dag.failed(run);
      fail(PlanError.Code.NODE_FAILED, tooManyRows(rows, most), run.node());
      return;
    }
    dag.done(run, rows);
    answerIfDone();
  }

  private static String tooManyRows(RowSet rows, long most) {
    return "too many rows: with its %d, the nodes of this request have given more than %d"
        .formatted(rows.size(), most);
  }

  private @Nullable String violation(NodeRun run, RowSet rows) {
    if (!checked) {
      return null;
    }
    String violation = ContractCheck.violation(run.node(), dag.inputsOf(run.node().index()), rows);
    return violation == null
        ? null
        : "op '%s' violated output contract: %s".formatted(run.node().op().name(), violation);
  }

  private void ended(NodeRun run, Throwable error) {
    if (isOver()) {
      dag.late(run);
    } else {
      dag.failed(run);
      fail(NodeErrors.code(error), NodeErrors.message(run.node(), error), run.node());
    }
  }

  // ---- the answer

  private boolean failIfLate() {
    if (clock.isDeadlinePast()) {
      List<String> names = dag.underWay().stream().map(NodeRun::toString).toList();
      fail(PlanError.Code.DEADLINE_EXCEEDED, clock.deadlineText(names), null);
      return true;
    }
    return clock.mayHaveLateNode() && failLateNode();
  }

  private boolean failLateNode() {
    long firstDue = RequestClock.NEVER;
    for (NodeRun run : dag.underWay()) {
      if (clock.isPast(run.dueNanos())) {
        fail(PlanError.Code.NODE_TIMEOUT, clock.nodeTimeoutText(), run.node());
        return true;
      }
      firstDue = Math.min(firstDue, run.dueNanos());
    }
    clock.nextNodeDue(firstDue);
    return false;
  }

  private void answerIfDone() {
    if (dag.isDone()) {
      isCounted = answer.rows(dag.outputs(), trace());
    }
  }

  private void fail(PlanError.Code code, String message, @Nullable PlanNode node) {
    boolean _ = answer.fail(code, message, node, trace());
  }

  private @Nullable PlanTrace trace() {
    return recorder == null ? null : recorder.trace(request);
  }

  @Override
  public String toString() {
    return "request %s of plan %s: %s".formatted(request.requestId(), plan.name(), dag);
  }
}
