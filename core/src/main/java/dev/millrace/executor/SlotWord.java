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
 *   <li>a plain {@link Runnable} that runs once,
 *   <li>a {@link GroupRun} whose instance with id {@code firstId + slot} has not run yet and needs
 *       no object of its own,
 *   <li>null: the slot is free; a signal for it is a late one for somebody who has left.
 * </ul>
 *
 * A handle to a task is its instance, and instances are never used again: comparing the occupant
 * with the handle is a generation check that cannot wrap around.
 *
 * <p>Thread-safe. Slots are handed out by {@link SlotArena}; an occupant is put in by whoever was
 * given the slot and changed only by the owner of its bit.
 */
final class SlotWord extends SignalWord implements Home {

  static final int ALL = -1;

  private static final VarHandle OCCUPANT = MethodHandles.arrayElementVarHandle(Object[].class);
  private static final VarHandle FREE;

  static {
    try {
      FREE = MethodHandles.lookup().findVarHandle(SlotWord.class, "free", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Position in the summary tree. */
  final int index;

  private final ExecutorCore core;
  private final @Nullable Object[] occupants = new Object[SLOTS];

  /** Task id of slot 0 while a {@link GroupRun} has the whole word. Published by the signal. */
  private int firstId;

  /** Slots that nobody has been given. Set by workers, taken by stashes. */
  private volatile int free;

  SlotWord(ExecutorCore core, int index) {
    this.core = core;
    this.index = index;
  }

  @Override
  public void wake(TaskInstance instance) {
    int slot = instance.slot();
    if (occupant(slot) == instance) {
      core.wake(this, slot);
    }
  }

  /** Acquire: a late signal may bring a worker here while the slot is being filled anew. */
  @Nullable Object occupant(int slot) {
    return OCCUPANT.getAcquire(occupants, slot);
  }

  /** Release: see {@link #occupant}. */
  void occupy(int slot, @Nullable Object occupant) {
    OCCUPANT.setRelease(occupants, slot, occupant);
  }

  /** Puts {@code group}'s instances from {@code newFirstId} on into the first slots. */
  void occupyAll(GroupRun group, int newFirstId, int count) {
    firstId = newFirstId;
    for (int slot = 0; slot < count; slot++) {
      OCCUPANT.setRelease(occupants, slot, group);
    }
  }

  int firstId() {
    return firstId;
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
