package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that a worker has put off, owned by it. They take turns in rounds: each has one, and
 * whoever yields again stays where it is; those who come meanwhile join the next round. So nobody
 * can be overtaken for ever, and a turn moves nothing but the cursor.
 *
 * <pre>
 *   [ A  B  C  D | E  F ]      C is next, then D; then a new round of all six
 *           ▲    ▲      ▲
 *      cursor  round   size
 * </pre>
 *
 * Not part of the summary tree, because nothing has to be woken for them: their worker is awake and
 * looks here before it sleeps. Cannot overflow: it grows, and is bounded by the slots there are.
 * Confined to its worker.
 */
final class YieldQueue {

  private @Nullable TaskInstance[] tasks = new TaskInstance[16];
  private int size;

  /** How many belong to the present round. */
  private int round;

  /** Less than {@link #round}, unless it is empty. */
  private int cursor;

  int size() {
    return size;
  }

  void add(TaskInstance task) {
    if (size == tasks.length) {
      tasks = Arrays.copyOf(tasks, size * 2);
    }
    tasks[size++] = task;
    beginRoundIfOver();
  }

  /** Whose turn it is. Only if not empty. */
  TaskInstance next() {
    TaskInstance task = tasks[cursor];
    if (task == null) {
      throw new IllegalStateException("empty");
    }
    return task;
  }

  /** The one whose turn it was has yielded again. */
  void goOn() {
    cursor++;
    beginRoundIfOver();
  }

  /** The one whose turn it is, who leaves. The last of the round comes earlier for it. */
  TaskInstance poll() {
    TaskInstance task = next();
    round--;
    size--;
    tasks[cursor] = tasks[round];
    tasks[round] = tasks[size];
    tasks[size] = null;
    beginRoundIfOver();
    return task;
  }

  private void beginRoundIfOver() {
    if (cursor == round) {
      cursor = 0;
      round = size;
    }
  }
}
