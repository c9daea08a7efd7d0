package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that a worker has put off: owned by it, first in, first out. Not part of the summary
 * tree, because nothing has to be woken for them: their worker is awake and looks here before it
 * sleeps. Cannot overflow: it grows, and is bounded by the slots there are. Confined to its worker.
 */
final class YieldQueue {

  private @Nullable TaskInstance[] ring = new TaskInstance[16];
  private int head;
  private int size;

  int size() {
    return size;
  }

  void add(TaskInstance task) {
    if (size == ring.length) {
      grow();
    }
    ring[(head + size) & (ring.length - 1)] = task;
    size++;
  }

  /** Only if not empty. */
  TaskInstance poll() {
    TaskInstance task = ring[head];
    if (task == null) {
      throw new IllegalStateException("empty");
    }
    ring[head] = null;
    head = (head + 1) & (ring.length - 1);
    size--;
    return task;
  }

  private void grow() {
    @Nullable TaskInstance[] bigger = Arrays.copyOf(ring, ring.length * 2);
    System.arraycopy(ring, 0, bigger, ring.length, head);
    Arrays.fill(bigger, 0, head, null);
    ring = bigger;
  }
}
