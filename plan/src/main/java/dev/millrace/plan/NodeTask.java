package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskStatus;
import org.jspecify.annotations.Nullable;

/**
 * A node that runs beside its request: on another worker, or on a thread of its own. Used by one
 * thread at a time.
 */
final class NodeTask implements Task.Step {

  private final NodeRun run;

  /** The work in pieces; null before the first step, and for ops that have no pieces. */
  private NodeCode.@Nullable BatchRun pieces;

  /**
   * @param pieces what is left of the work, if it has begun
   */
  NodeTask(NodeRun run, NodeCode.@Nullable BatchRun pieces) {
    this.run = run;
    this.pieces = pieces;
  }

  @Override
  public TaskStatus run(TaskContext context, int taskId) {
    if (run.isOver()) {
      boolean _ = run.endAsCancelled();
      return TaskStatus.FINISHED;
    }
    if (run.notes() != null) {
      run.ranOn(laneOf(Thread.currentThread()));
    }
    try {
      return advance();
    } catch (Throwable e) { // foreign code
      run.fail(e);
      return TaskStatus.FINISHED;
    }
  }

  private TaskStatus advance() throws Exception {
    switch (run.node().code()) {
      case NodeCode.Batched code -> {
        if (pieces == null) {
          pieces = code.begin(run);
        }
        run.countBatch();
        if (!pieces.advance()) {
          return TaskStatus.CONTINUE;
        }
        run.complete(pieces.result());
      }
      case NodeCode.Sync code -> run.complete(code.run(run));
      case NodeCode.Async _ -> throw new AssertionError("async nodes are started, not run");
    }
    return TaskStatus.FINISHED;
  }

  /** {@code worker n} for the executor's workers. */
  private static String laneOf(Thread thread) {
    String name = thread.getName();
    int at = name.lastIndexOf("worker-");
    return at < 0 ? "thread" : name.substring(at).replace('-', ' ');
  }
}
