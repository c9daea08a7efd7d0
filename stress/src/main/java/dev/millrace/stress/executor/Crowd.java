package dev.millrace.stress.executor;

import dev.millrace.task.BlockReason;
import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Groups one after the other: the continuation of each, or somebody outside, starts the next. Some
 * instances finish at once, some yield, some block; some groups are cancelled half-way.
 */
final class Crowd {

  private final Ground ground;
  private final SplittableRandom random;

  private Crowd(Ground ground, SplittableRandom random) {
    this.ground = ground;
    this.random = random;
  }

  static void start(Ground ground, SplittableRandom random) {
    new Crowd(ground, random).next();
  }

  private void next() {
    if (ground.isEnding()) {
      return;
    }
    int count = random.nextInt(80);
    boolean cancelled = random.nextInt(32) == 0;
    AtomicInteger left = new AtomicInteger(count);
    int salt = random.nextInt();
    int[] steps = new int[count]; // plain, each written by its instance
    Task task = Task.of("crowd", (context, id) -> step(context, id, salt, steps, left));
    GroupHandle handle =
        ground.executor.schedule(
            TaskGroup.of(task, count)
                .withContinuation(_ -> {
                  if (left.get() != 0) {
                    ground.findings.early.increment();
                  }
                }));
    var _ =
        handle
            .done()
            .thenAccept(outcome -> {
              if (!(outcome instanceof Outcome.Finished) && !cancelled) {
                ground.findings.wrongEnds.increment();
              }
              next();
            });
    if (cancelled) {
      handle.cancel(null);
    }
  }

  private TaskStatus step(TaskContext context, int id, int salt, int[] steps, AtomicInteger left) {
    ground.op();
    int kind = (id * 31 + salt) & 15;
    if (steps[id]++ > 0 || kind < 12) {
      left.decrementAndGet();
      return TaskStatus.FINISHED;
    }
    if (kind < 14) {
      return kind == 12 ? TaskStatus.YIELD : TaskStatus.CONTINUE;
    }
    Resumer resumer = context.newResumer();
    if (kind == 14) {
      ground.executor.execute(resumer::resume);
    } else {
      resumer.resume();
    }
    return TaskStatus.blocked(context.single(resumer), BlockReason.OTHER);
  }
}
