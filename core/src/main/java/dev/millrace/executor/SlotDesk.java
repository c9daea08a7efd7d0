package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Where threads from outside get slots. There are several desks, a thread starts at the one its id
 * names and takes the next if that is busy, so a desk is held for a few instructions and by nobody
 * who waits. Thread-safe by {@link #tryLock}.
 */
final class SlotDesk {

  private static final VarHandle LOCKED;
  private static final VarHandle SUBMITTED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LOCKED = lookup.findVarHandle(SlotDesk.class, "locked", boolean.class);
      SUBMITTED = lookup.findVarHandle(SlotDesk.class, "submitted", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final SlotStash stash;

  @SuppressWarnings("UnusedVariable") // by VarHandle
  private boolean locked;

  /** Tasks that were given a slot here. Guarded by the lock, read by anybody. */
  private long submitted;

  SlotDesk(SlotStash stash) {
    this.stash = stash;
  }

  static SlotDesk[] desks(int count, SlotArena arena, int partitions) {
    SlotDesk[] desks = new SlotDesk[count];
    Arrays.setAll(desks, i -> new SlotDesk(new SlotStash(arena, i % partitions)));
    return desks;
  }

  boolean tryLock() {
    return !(boolean) LOCKED.getOpaque(this) && LOCKED.compareAndSet(this, false, true);
  }

  void unlock() {
    LOCKED.setRelease(this, false); // the next holder acquires by its CAS
  }

  /** Only while locked. */
  SlotStash stash() {
    return stash;
  }

  /** Only while locked. */
  void count(int tasks) {
    SUBMITTED.setRelease(this, submitted + tasks); // readers only sum up
  }

  long submitted() {
    return (long) SUBMITTED.getAcquire(this);
  }
}
