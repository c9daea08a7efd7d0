package dev.millrace.stress.executor;

import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.atomic.AtomicBoolean;

/** A step that finds out whether it overlaps itself, or does not see what it wrote before. */
abstract class Watched implements Task.Step {

  final Ground ground;
  private final AtomicBoolean inside = new AtomicBoolean();

  /** The same number twice, written plainly with other things in between. */
  private long first;

  private long second;

  Watched(Ground ground) {
    this.ground = ground;
  }

  abstract TaskStatus step(TaskContext context);

  @Override
  public final TaskStatus run(TaskContext context, int taskId) {
    if (!inside.compareAndSet(false, true)) {
      ground.findings.duplicated.increment();
    }
    if (first != second) {
      ground.findings.stale.increment();
    }
    first++;
    try {
      ground.op();
      return step(context);
    } finally {
      second++;
      inside.setPlain(false); // no help for the executor: it must make this visible itself
    }
  }
}
