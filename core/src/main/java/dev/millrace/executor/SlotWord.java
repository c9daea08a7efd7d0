package dev.millrace.executor;

import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.Home;
import dev.millrace.task.engine.TaskInstance;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A signal word with the 32 slots it speaks of. What stands in a slot is its occupant:
 *
 * <ul>
 *   <li>a {@link TaskInstance},
 *   <li>null and bare: the instance of the word's {@link GroupRun} with id {@code firstId + slot},
 *       which has not run yet and needs no object of its own,
 *   <li>null: the slot is free; a signal for it is a late one for somebody who has left.
 * </ul>
 *
 * A handle to a task is its instance, and instances are never used again: whether the instance has
 * left, and the comparison of the occupant with the handle, are generation checks that cannot wrap
 * around.
 *
 * <p>Thread-safe. Slots are handed out by {@link SlotArena}; an occupant is put in by whoever was
 * given the slot and changed only by the owner of its bit.
 */
final class SlotWord extends SignalWord implements Home, Workplace {

  static final int ALL = -1;

  private static final VarHandle OCCUPANT = MethodHandles.arrayElementVarHandle(Object[].class);
  private static final VarHandle FREE;
  private static final VarHandle BARE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FREE = lookup.findVarHandle(SlotWord.class, "free", int.class);
      BARE = lookup.findVarHandle(SlotWord.class, "bare", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Position in the summary tree. */
  final int index;

  private final @Nullable Object[] occupants = new Object[SLOTS];

  /** Whose instances the bare slots are. Set with {@link #bare}, dropped with its last bit. */
  private @Nullable GroupRun group;

  /** Task id of slot 0 in {@link #group}. */
  private int firstId;

  /** Slots given to {@link #group} and not retired yet. */
  private volatile int bare;

  /** Slots that nobody has been given. Set by workers, taken by stashes. */
  private volatile int free;

  SlotWord(int index) {
    this.index = index;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public boolean hasWork() {
    return takeable() != 0;
  }

  @Override
  public int takeableCount() {
    return Integer.bitCount(takeable());
  }

  /** Acquire: a late signal may bring a worker here while the slot is being filled anew. */
  @Nullable Object occupant(int slot) {
    return OCCUPANT.getAcquire(occupants, slot);
  }

  /**
   * By whoever has just claimed a task's slot: the task may have left it, or not be there yet. The
   * task itself mostly knows, which saves a cache line.
   */
  boolean isThere(TaskInstance task) {
    return task.isParked() || occupant(task.slot()) == task;
  }

  /** Release: see {@link #occupant}. */
  void occupy(int slot, @Nullable Object occupant) {
    OCCUPANT.setRelease(occupants, slot, occupant);
  }

  /** Gives the slots of {@code mask}, all free, to instances of {@code newGroup}. */
  void occupyBare(GroupRun newGroup, int newFirstId, int mask) {
    firstId = newFirstId;
    group = newGroup;
    BARE.setRelease(this, mask); // the signal that follows is an RMW; see occupant()
  }

  /** Slots whose occupant, if it is null, is an instance of {@link #group()}. */
  int bare() {
    return bare;
  }

  /** Only for the owner of a bare slot. */
  GroupRun group() {
    GroupRun current = group;
    if (current == null) {
      throw new AssertionError("no group in " + this);
    }
    return current;
  }

  boolean isOf(GroupRun run, int slot) {
    Object occupant = occupant(slot);
    return occupant == null ? (bare & 1 << slot) != 0 && group == run : run.owns(occupant);
  }

  /** Asks everybody here to end. */
  void cancelAll(Throwable cause) {
    for (int slot = 0; slot < SLOTS; slot++) {
      if (occupant(slot) instanceof TaskInstance task) {
        task.cancel(cause);
      }
    }
    GroupRun run = group;
    if (bare != 0 && run != null) {
      run.cancel(cause);
    }
  }

  int firstId() {
    return firstId;
  }

  /** Ends of owned slots. Before they are free: a new group takes the word only when all are. */
  void retireAll(int mask) {
    if (bare != 0 && ((int) BARE.getAndBitwiseAnd(this, ~mask) & ~mask) == 0) {
      group = null;
    }
    retire(mask);
  }

  /** All free slots, which are the caller's now. */
  int takeFree() {
    return (int) FREE.getAndSet(this, 0);
  }

  /** Returns true if none was free before: the caller must say so in the arena. */
  boolean addFree(int mask) {
    return (int) FREE.getAndBitwiseOr(this, mask) == 0;
  }

  /** Of a word that nobody else knows yet. */
  void addFreshSlots() {
    free = ALL;
  }

  int free() {
    return free;
  }
}
