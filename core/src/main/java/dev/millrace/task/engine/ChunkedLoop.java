package dev.millrace.task.engine;

import static dev.millrace.task.TaskStatus.CONTINUE;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskStatus;

/**
 * Looks at the clock only between chunks of steps that grow: a task of one step never pays for it,
 * a task of a thousand hardly notices, and one with long steps is caught early. No chunk has more
 * steps than fit into the time that is left, if they take as long as those before.
 *
 * <p>{@link StepKind} defines this class again for steps that run often. It has no state.
 */
final class ChunkedLoop implements StepLoop {

  private static final int FIRST_CHUNK = 2;
  private static final int GROWTH = 32;
  private static final int LONGEST_CHUNK = 1024;

  @Override
  public Disposition run(
      StepKind kind, TaskInstance task, int maxSteps, long maxNanos, Ledger ledger) {
    Task.Step code = task.step();
    TaskContext context = task.context();
    int id = task.id();
    int left = maxSteps;
    int chunk = Math.min(FIRST_CHUNK, left);
    long start = context.nanoTime();
    while (!task.isCancelled()) {
      TaskStatus status;
      int steps = 0;
      try {
        do {
          steps++;
          status = code.run(context, id);
        } while (status == CONTINUE && steps < chunk && !task.isCancelled());
      } catch (Throwable e) { // foreign code: whatever it throws is its outcome
        task.onSteps(steps);
        return task.end(new Outcome.Failed(e), ledger);
      }
      task.onSteps(steps);
      Disposition next = status == CONTINUE ? null : task.settle(status, ledger);
      if (next != null) {
        return next;
      }
      left -= steps;
      long spent = left <= 0 ? maxNanos : context.nanoTime() - start;
      if (spent >= maxNanos) {
        kind.spent(maxSteps - left);
        return task.afterLastStep(ledger);
      }
      int fit = (int) ((maxSteps - left) * ((double) maxNanos / spent - 1));
      chunk = Math.clamp(fit, 1, Math.min(Math.min(chunk * GROWTH, LONGEST_CHUNK), left));
    }
    return task.giveUp(ledger);
  }
}
