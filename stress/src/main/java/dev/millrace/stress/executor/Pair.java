package dev.millrace.stress.executor;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Two tasks that pass an item to and fro. All they share is plain: only the signal makes it
 * visible, so a lost or unseen signal ends the game for good.
 */
final class Pair {

  private static final int NOBODY = -1;
  private static final int END = 2;

  private final Ground ground;
  private final @Nullable TaskHandle[] sides = new TaskHandle[2];
  private int turn = NOBODY;
  private long item;

  private Pair(Ground ground) {
    this.ground = ground;
  }

  static void start(Ground ground, SplittableRandom random) {
    Pair pair = new Pair(ground);
    for (int side = 0; side < 2; side++) {
      TaskHandle handle =
          ground.executor.submit(Task.of("pair", pair.new Side(side, random.split())));
      ground.expect(handle, Outcome.Finished.class);
      pair.sides[side] = handle;
    }
    pair.turn = 0;
    pair.raise(0);
  }

  private void raise(int side) {
    TaskHandle handle = sides[side];
    if (handle == null) {
      throw new AssertionError("not started");
    }
    handle.raise();
  }

  private final class Side extends Watched {
    private final int side;
    private final SplittableRandom random;
    private long expected;

    Side(int side, SplittableRandom random) {
      super(Pair.this.ground);
      this.side = side;
      this.random = random;
      this.expected = side;
    }

    @Override
    TaskStatus step(TaskContext context) {
      if (turn == END) {
        return TaskStatus.FINISHED;
      }
      if (turn != side) {
        return TaskStatus.BLOCKED_ON_SIGNAL; // a signal for somebody else
      }
      if (item != expected) {
        ground.findings.stale.increment();
      }
      item = expected + 1;
      expected += 2;
      boolean last = ground.isEnding();
      turn = last ? END : 1 - side;
      if (random.nextInt(16) == 0) {
        ground.somewhere(random, () -> raise(1 - side));
      } else {
        raise(1 - side);
      }
      return last ? TaskStatus.FINISHED : TaskStatus.BLOCKED_ON_SIGNAL;
    }
  }
}
