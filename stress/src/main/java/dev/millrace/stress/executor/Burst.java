package dev.millrace.stress.executor;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Plain runnables in bursts, some of them longer than a part of a lane, and each from two threads
 * of a random kind. Each runs once; whichever is the last begins the next burst.
 */
final class Burst {

  private static final int LONG = 1_000;
  private static final int SHORT = 16;

  private final Ground ground;
  private final SplittableRandom random;

  private Burst(Ground ground, SplittableRandom random) {
    this.ground = ground;
    this.random = random;
  }

  static void start(Ground ground, SplittableRandom random) {
    new Burst(ground, random).next();
  }

  private void next() {
    if (ground.isEnding()) {
      return;
    }
    int count = 1 + random.nextInt(random.nextInt(32) == 0 ? LONG : SHORT);
    Row row = new Row(count);
    int half = random.nextInt(count); // not all: the first half alone must not begin the next burst
    ground.somewhere(random, () -> row.offer(0, half));
    ground.somewhere(random, () -> row.offer(half, count));
  }

  private final class Row {
    private final int[] written; // plain, each by the thread that offers
    private final AtomicIntegerArray runs;
    private final AtomicInteger left;

    Row(int count) {
      written = new int[count];
      runs = new AtomicIntegerArray(count);
      left = new AtomicInteger(count);
    }

    void offer(int from, int to) {
      for (int i = from; i < to; i++) {
        int number = i;
        written[i] = 1;
        ground.executor.execute(() -> run(number));
      }
    }

    private void run(int number) {
      ground.op();
      if (written[number] != 1) {
        ground.findings.stale.increment();
      }
      if (runs.getAndIncrement(number) != 0) {
        ground.findings.duplicated.increment();
      } else if (left.decrementAndGet() == 0) {
        next();
      }
    }
  }
}
