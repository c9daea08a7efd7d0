package dev.millrace.task;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A queue of four places that passes a number of batches from some tasks to others. Whoever finds
 * it full or empty blocks; the other side resumes it. Thread-safe by its monitor.
 */
final class BoundedBuffer {

  private static final int PLACES = 4;

  private final int batches;
  private final Deque<Resumer> waitingToPut = new ArrayDeque<>();
  private final Deque<Resumer> waitingToTake = new ArrayDeque<>();
  private int put;
  private int taken;

  BoundedBuffer(int batches) {
    this.batches = batches;
  }

  synchronized int taken() {
    return taken;
  }

  synchronized TaskStatus put(TaskContext context) {
    if (put == batches) {
      return TaskStatus.FINISHED;
    }
    if (put - taken == PLACES) {
      return block(context, waitingToPut, BlockReason.DOWNSTREAM);
    }
    put++;
    resumeAll(waitingToTake);
    if (put == batches) {
      resumeAll(waitingToPut);
    }
    return TaskStatus.CONTINUE;
  }

  synchronized TaskStatus take(TaskContext context) {
    if (taken == batches) {
      return TaskStatus.FINISHED;
    }
    if (taken == put) {
      return block(context, waitingToTake, BlockReason.IO);
    }
    taken++;
    resumeAll(waitingToPut);
    if (taken == batches) {
      resumeAll(waitingToTake);
    }
    return TaskStatus.CONTINUE;
  }

  private static TaskStatus block(TaskContext context, Deque<Resumer> waiting, BlockReason why) {
    Resumer resumer = context.newResumer();
    waiting.add(resumer);
    return TaskStatus.blocked(context.single(resumer), why);
  }

  private static void resumeAll(Deque<Resumer> waiting) {
    for (Resumer next = waiting.poll(); next != null; next = waiting.poll()) {
      next.resume();
    }
  }
}
