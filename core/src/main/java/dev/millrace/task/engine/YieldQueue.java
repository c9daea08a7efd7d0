package dev.millrace.task.engine;

import dev.millrace.task.TaskStatus;
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
 * Cannot overflow: it grows, and is bounded by the tasks there are. Confined to its worker.
 */
public final class YieldQueue {

  /** Whose queue it is. */
  public interface Owner {

    /** After some turns: whether the next may follow at once. Must not change the queue. */
    boolean goesOn();

    /** A task had its turn, did not yield again, and is out of the queue. */
    void left(TaskInstance task, Disposition answer);
  }

  private @Nullable TaskInstance[] tasks = new TaskInstance[16];
  private int size;

  /** How many belong to the present round. */
  private int round;

  /** Less than {@link #round}, unless it is empty. */
  private int cursor;

  public int size() {
    return size;
  }

  public void add(TaskInstance task) {
    if (size == tasks.length) {
      tasks = Arrays.copyOf(tasks, size * 2);
    }
    tasks[size++] = task;
    beginRoundIfOver();
  }

  /** Whose turn it is. Only if not empty. */
  public TaskInstance next() {
    TaskInstance task = tasks[cursor];
    if (task == null) {
      throw new IllegalStateException("empty");
    }
    return task;
  }

  /** The one whose turn it is, who leaves. The last of the round comes earlier for it. */
  public TaskInstance poll() {
    TaskInstance task = next();
    round--;
    size--;
    tasks[cursor] = tasks[round];
    tasks[round] = tasks[size];
    tasks[size] = null;
    beginRoundIfOver();
    return task;
  }

  /**
   * Gives turns, of one step each, until somebody leaves, the owner wants to stop, or there were
   * {@code most}. Only if not empty.
   *
   * @param stretch the owner is asked after so many turns
   * @return how many have yielded again
   */
  public int giveTurns(int most, int stretch, StepBudget budget, Ledger ledger, Owner owner) {
    int turns = 0;
    do {
      int wanted = Math.min(stretch, most - turns);
      int given = giveStretch(wanted, budget, ledger, owner);
      if (given < 0) {
        return turns + ~given;
      }
      turns += given;
    } while (turns < most && owner.goesOn());
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
      for (int at = from; at < to; at++) {
        TaskInstance task = all[at];
        if (task == null || !task.isPlainlyYielded()) {
          cursor = at;
          return ~(wanted - left + at - from + giveTurn(budget, ledger, owner));
        }
        TaskStatus status;
        try {
          status = task.step().run(task.context(), task.id());
        } catch (Throwable e) { // foreign code: whatever it throws is its outcome
          cursor = at;
          owner.left(poll(), task.endTurn(e, ledger));
          return ~(wanted - left + at - from);
        }
        if (status != TaskStatus.YIELD) {
          cursor = at;
          owner.left(poll(), task.endTurn(status, ledger));
          return ~(wanted - left + at - from);
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
    Disposition answer = next().run(budget, ledger);
    if (answer == Disposition.YIELDED) {
      cursor++;
      beginRoundIfOver();
      return 1;
    }
    owner.left(poll(), answer);
    return 0;
  }

  private void beginRoundIfOver() {
    if (cursor == round) {
      cursor = 0;
      round = size;
    }
  }
}
