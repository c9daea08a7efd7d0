package dev.millrace.stress.executor;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Outcome;
import dev.millrace.task.TaskHandle;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What the parts of a soak share: the executor, what is counted, threads of every kind to act from,
 * and handles of tasks that have ended. Thread-safe.
 */
final class Ground {

  private static final int OLD_HANDLES = 1 << 10;

  final MillraceExecutor executor;
  final Findings findings = new Findings();
  private final BlockingQueue<Runnable> platform = new LinkedBlockingQueue<>();
  private final AtomicReferenceArray<TaskHandle> old = new AtomicReferenceArray<>(OLD_HANDLES);
  private volatile boolean ending;

  Ground(MillraceExecutor executor) {
    this.executor = executor;
    Thread.ofPlatform().daemon().name("soak-platform").start(this::serve);
  }

  boolean isEnding() {
    return ending;
  }

  void end() {
    ending = true;
  }

  void op() {
    findings.ops.increment();
  }

  /** Does {@code action} now, or soon on a thread of a random kind. */
  void somewhere(SplittableRandom random, Runnable action) {
    int kind = random.nextInt(64);
    if (kind < 24) {
      action.run();
    } else if (kind < 48) {
      executor.execute(action);
    } else if (kind < 62) {
      platform.add(action);
    } else {
      Thread.ofVirtual().start(action);
    }
  }

  /** Keeps a handle, to be raised and cancelled when its slot is long another's. */
  void keep(TaskHandle handle, SplittableRandom random) {
    old.set(random.nextInt(OLD_HANDLES), handle);
  }

  void meddle(SplittableRandom random) {
    TaskHandle handle = old.get(random.nextInt(OLD_HANDLES));
    if (handle != null) {
      handle.raise();
    }
  }

  void expect(TaskHandle handle, Class<? extends Outcome> expected) {
    var _ =
        handle
            .done()
            .thenAccept(outcome -> {
              if (!expected.isInstance(outcome)) {
                findings.wrongEnds.increment();
              }
            });
  }

  private void serve() {
    try {
      while (true) {
        platform.take().run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
