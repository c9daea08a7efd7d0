package dev.millrace.stress.executor;

import dev.millrace.task.Awaiter;
import dev.millrace.task.BlockReason;
import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A task that waits again and again for one, any or all of some resumers, which are resumed before,
 * while or after it suspends, from every kind of thread; the resumers of an earlier wait that were
 * not needed go off in the middle of a later one.
 */
final class Waiter extends Watched {

  private final SplittableRandom random;
  private @Nullable Awaiter awaited;

  private Waiter(Ground ground, SplittableRandom random) {
    super(ground);
    this.random = random;
  }

  static void start(Ground ground, SplittableRandom random) {
    TaskHandle handle = ground.executor.submit(Task.of("waiter", new Waiter(ground, random)));
    ground.expect(handle, Outcome.Finished.class);
    ground.keep(handle, random.split()); // alive and signalled all the same: it must not mind
  }

  @Override
  TaskStatus step(TaskContext context) {
    if (awaited != null && !awaited.isReady()) {
      ground.findings.early.increment();
    }
    awaited = null;
    if (ground.isEnding()) {
      return TaskStatus.FINISHED;
    }
    int kind = random.nextInt(256);
    if (kind == 0) {
      Resumer timer = context.newTimer(Duration.ofNanos(random.nextInt(2_000_000)));
      return block(context.single(timer), BlockReason.TIMER);
    }
    if (kind < 32) {
      return kind < 16 ? TaskStatus.YIELD : TaskStatus.CONTINUE;
    }
    List<Resumer> resumers = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      resumers.add(context.newResumer());
    }
    Awaiter awaiter =
        resumers.size() == 1
            ? context.single(resumers.getFirst())
            : kind < 128 ? context.any(resumers) : context.all(resumers);
    resumers.forEach(each -> ground.somewhere(random, each::resume));
    return block(awaiter, BlockReason.OTHER);
  }

  private TaskStatus block(Awaiter awaiter, BlockReason reason) {
    awaited = awaiter;
    return TaskStatus.blocked(awaiter, reason);
  }
}
