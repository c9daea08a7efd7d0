package dev.millrace.stress.executor;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskHint;
import dev.millrace.task.TaskStatus;
import java.util.SplittableRandom;

/**
 * Short lives: each task of the chain starts the next one and leaves its slot to somebody else,
 * while handles of the dead are raised. Every now and then one that would wait for ever is
 * cancelled.
 */
final class Churn extends Watched {

  private final SplittableRandom random;
  private int steps;

  private Churn(Ground ground, SplittableRandom random) {
    super(ground);
    this.random = random;
    this.steps = random.nextInt(8);
  }

  static void start(Ground ground, SplittableRandom random) {
    Task task = Task.of("churn", new Churn(ground, random.split()));
    boolean beside = random.nextInt(512) == 0;
    TaskHandle handle = ground.executor.submit(beside ? task.withHint(TaskHint.IO) : task);
    ground.keep(handle, random);
  }

  @Override
  TaskStatus step(TaskContext context) {
    ground.meddle(random);
    if (steps-- > 0) {
      return random.nextInt(4) == 0 ? TaskStatus.YIELD : TaskStatus.CONTINUE;
    }
    if (!ground.isEnding()) {
      if (random.nextInt(16) == 0) {
        cancelOne();
      }
      ground.somewhere(random, () -> start(ground, random));
    }
    return TaskStatus.FINISHED;
  }

  private void cancelOne() {
    boolean onSignal = random.nextBoolean();
    Task.Step forEver =
        (context, _) ->
            onSignal
                ? TaskStatus.BLOCKED_ON_SIGNAL
                : TaskStatus.blocked(context.single(context.newResumer()), BlockReason.OTHER);
    TaskHandle handle = ground.executor.submit(Task.of("for ever", forEver));
    ground.expect(handle, Outcome.Cancelled.class);
    ground.somewhere(random, () -> handle.cancel(null));
  }
}
