package dev.millrace.task.engine;

import dev.millrace.task.TaskStatus;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
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
 * Cannot overflow: it grows, and is bounded by the tasks there are.
 *
 * <p>If one of them takes long, or whatever else the worker runs, the watcher takes the others away
 * and leaves gaps, which the worker closes when it comes by. The worker says what it is at, and
 * then looks whether the queue was revoked; the watcher revokes it, and then looks what the worker
 * is at. Between its two steps the worker has no fence; the watcher makes up for it by a handshake.
 *
 * <p>Confined to its worker, but for {@link #revoke}.
 */
public final class YieldQueue {

  /** Whose queue it is. */
  public interface Owner {

    /** After some turns: whether the next may follow at once. Must not change the queue. */
    boolean goesOn();

    /** A task had its turn, did not yield again, and is out of the queue. */
    void left(TaskInstance task, Disposition answer);
  }

  /** The worker is at something else: all that are here may be taken away. */
  private static final int AWAY = -1;

  /** The worker changes the queue. */
  private static final int CHANGING = -2;

  private static final VarHandle AT;
  private static final VarHandle REVOKED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      AT = lookup.findVarHandle(YieldQueue.class, "at", int.class);
      REVOKED = lookup.findVarHandle(YieldQueue.class, "revoked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What the worker is at: the place of the task that has its turn, or one of the above. */
  @SuppressWarnings("UnusedVariable") // by VarHandle
  private int at = AWAY;

  /** Whether the watcher is at it, or has left gaps. Written with the lock. */
  @SuppressWarnings("UnusedVariable") // by VarHandle
  private boolean revoked;

  private @Nullable TaskInstance[] tasks = new TaskInstance[16];
  private int size;

  /** How many belong to the present round. */
  private int round;

  /** Less than {@link #round}, unless it is empty. */
  private int cursor;

  /** At most so many: the watcher may have taken some. */
  public int size() {
    return size;
  }

  public void add(TaskInstance task) {
    beginChange();
    if (size == tasks.length) {
      tasks = Arrays.copyOf(tasks, size * 2);
    }
    tasks[size++] = task;
    beginRoundIfOver();
    endChange();
  }

  /** Whose turn it is, unless it has just been taken away; null if none is left. */
  public @Nullable TaskInstance next() {
    beginChange();
    TaskInstance task = tasks[cursor];
    endChange();
    return task;
  }

  /** The one whose turn it is, who leaves; null if none is left. */
  public @Nullable TaskInstance poll() {
    beginChange();
    TaskInstance task = takeOut();
    endChange();
    return task;
  }

  /** The last of the round has its turn earlier for it. */
  private @Nullable TaskInstance takeOut() {
    TaskInstance task = tasks[cursor];
    if (task != null) {
      round--;
      size--;
      tasks[cursor] = tasks[round];
      tasks[round] = tasks[size];
      tasks[size] = null;
      beginRoundIfOver();
    }
    return task;
  }

  /**
   * Gives turns, of one step each, until somebody leaves, the owner wants to stop, none is left, or
   * there were {@code most}.
   *
   * @param stretch the owner is asked after so many turns
   * @return how many have yielded again
   */
  public int giveTurns(int most, int stretch, StepBudget budget, Ledger ledger, Owner owner) {
    beginChange(); // and so sees what is left
    int turns = 0;
    while (turns < most && size > 0) {
      int given = giveStretch(Math.min(stretch, most - turns), budget, ledger, owner);
      if (given < 0) {
        turns += ~given;
        break;
      }
      turns += given;
      if (!owner.goesOn()) {
        break;
      }
    }
    endChange();
    return turns;
  }

  /**
   * A turn of a task that does nothing but yield is as short as a loop over them allows: the inner
   * one, in which nothing else changes than where it is.
   *
   * @return how many have yielded again; its complement if that is the end of the row
   */
  private int giveStretch(int wanted, StepBudget budget, Ledger ledger, Owner owner) {
    @Nullable TaskInstance[] all = tasks;
    int left = wanted;
    while (left > 0) {
      int from = cursor;
      int to = Math.min(from + left, round);
      for (int place = from; place < to; place++) {
        AT.setRelease(this, place); // before the look: see revoke
        if ((boolean) REVOKED.getAcquire(this)) {
          cursor = place;
          beginChange();
          return ~(wanted - left + place - from);
        }
        TaskInstance task = all[place];
        if (task == null || !task.isPlainlyYielded()) {
          cursor = place;
          return ~(wanted - left + place - from + giveTurn(budget, ledger, owner));
        }
        TaskStatus status;
        try {
          status = task.step().run(task.context(), task.id());
        } catch (Throwable e) { // foreign code: whatever it throws is its outcome
          letGo(place);
          owner.left(task, task.endTurn(e, ledger));
          return ~(wanted - left + place - from);
        }
        if (status != TaskStatus.YIELD) {
          letGo(place);
          owner.left(task, task.endTurn(status, ledger));
          return ~(wanted - left + place - from);
        }
        task.yieldedAgain();
      }
      left -= to - from;
      cursor = to;
      beginRoundIfOver();
    }
    return wanted;
  }

  /** The long way: of a task that is watched or cancelled. Returns how many have yielded again. */
  private int giveTurn(StepBudget budget, Ledger ledger, Owner owner) {
    TaskInstance task = tasks[cursor];
    if (task == null) {
      throw new IllegalStateException("empty");
    }
    Disposition answer = task.run(budget, ledger);
    if (answer == Disposition.YIELDED) {
      beginChange();
      cursor++;
      beginRoundIfOver();
      endChange();
      return 1;
    }
    letGo(cursor);
    owner.left(task, answer);
    return 0;
  }

  /** Of the task that had its turn there, and does not stay. What it does next may take long. */
  private void letGo(int place) {
    cursor = place;
    beginChange();
    var _ = takeOut();
    endChange();
  }

  // ---- the watch

  /** Until the end nobody takes anything away; what was taken before is gone. */
  private void beginChange() {
    AT.setRelease(this, CHANGING); // before the look: see revoke
    if ((boolean) REVOKED.getAcquire(this)) {
      closeGaps();
    }
  }

  private void endChange() {
    AT.setRelease(this, AWAY);
  }

  /** By the worker, when the watcher is through. Who had the turn keeps it. */
  private synchronized void closeGaps() {
    int kept = 0;
    int keptBeforeCursor = 0;
    int keptBeforeRound = 0;
    for (int place = 0; place < size; place++) {
      TaskInstance task = tasks[place];
      tasks[place] = null;
      if (task != null) {
        tasks[kept++] = task;
        keptBeforeCursor += place < cursor ? 1 : 0;
        keptBeforeRound += place < round ? 1 : 0;
      }
    }
    size = kept;
    cursor = keptBeforeCursor;
    round = keptBeforeRound;
    beginRoundIfOver();
    REVOKED.setRelease(this, false);
  }

  /**
   * Takes away all but the one that has its turn. By another thread than the worker's.
   *
   * @param handshake with the worker's thread: a fence there, between any two of its steps
   * @param to whom they are given, owned
   */
  public synchronized void revoke(Runnable handshake, Consumer<TaskInstance> to) {
    if ((boolean) REVOKED.getAcquire(this)) {
      return; // the worker has not come by since the last time
    }
    REVOKED.setVolatile(this, true);
    boolean taken = false;
    try {
      handshake.run();
      // What the worker began before that is seen here; before it begins anything else it sees the
      // flag, and waits for the lock.
      int busy = (int) AT.getAcquire(this);
      for (int place = 0; busy != CHANGING && place < size; place++) {
        TaskInstance task = tasks[place];
        if (place != busy && task != null) {
          taken = true;
          tasks[place] = null;
          to.accept(task);
        }
      }
    } finally {
      if (!taken) {
        REVOKED.setRelease(this, false); // whoever waits for the lock goes on as if nothing were
      }
    }
  }

  private void beginRoundIfOver() {
    if (cursor == round) {
      cursor = 0;
      round = size;
    }
  }
}
