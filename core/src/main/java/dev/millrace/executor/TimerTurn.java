package dev.millrace.executor;

import dev.millrace.task.engine.Faults;
import dev.millrace.task.engine.TaskInstance;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What goes off in one turn of the wheel, on the thread that has turned it. A task that is woken
 * meanwhile is woken when all have gone off, and once for all of them. Confined to its thread.
 */
final class TimerTurn {

  private static final Logger LOG = System.getLogger(TimerTurn.class.getName());

  /** So many tasks may wait to be woken until other timers have gone off. */
  private static final int MOST_WOKEN = 32;

  private final Timekeeper keeper;
  private final Consumer<TaskInstance> waker;
  private final List<Runnable> due = new ArrayList<>();
  private final List<TaskInstance> woken = new ArrayList<>();
  private boolean running;

  /**
   * @param waker wakes a task at once, from this thread
   */
  TimerTurn(Timekeeper keeper, Consumer<TaskInstance> waker) {
    this.keeper = keeper;
    this.waker = waker;
  }

  /** A timer has expired, and is to be run. */
  void add(TimerWheel.Entry entry) {
    due.add(entry.action);
  }

  /**
   * Wakes a task of {@code owner}'s executor later, if timers of that one go off here at the
   * moment; otherwise it does nothing and returns false.
   */
  boolean wakesLater(TaskInstance task, Timekeeper owner) {
    if (!running || owner != keeper) {
      return false;
    }
    if (woken.isEmpty() || woken.getLast() != task) {
      woken.add(task);
      if (woken.size() >= MOST_WOKEN) {
        wakeAll();
      }
    }
    return true;
  }

  /** Runs what is due. Returns false if that was nothing. */
  boolean run() {
    if (due.isEmpty()) {
      return false;
    }
    running = true;
    for (int i = 0; i < due.size() && !keeper.isClosed(); i++) {
      run(due.get(i));
    }
    running = false;
    due.clear();
    wakeAll();
    return true;
  }

  private static void run(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) { // foreign code: the other timers, and this thread, go on
      Faults.tell(LOG, Level.ERROR, () -> "what a timer does has failed", e);
    }
  }

  private void wakeAll() {
    woken.forEach(waker);
    woken.clear();
  }
}
