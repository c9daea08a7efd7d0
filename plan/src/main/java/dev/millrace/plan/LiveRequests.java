package dev.millrace.plan;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests that have not ended. Each takes a slot of a table: the first free one of a few, from
 * where chance lets it look in the part of the thread that brings it, so that threads rarely write
 * to the same cache line. If there is none, a bigger table comes before those that there are.
 * Thread-safe.
 */
final class LiveRequests {

  private static final int FIRST_SLOTS = 1024;

  /** Into how many parts threads share a table; so much of it is empty if there is one thread. */
  private static final int PARTS = 8;

  /** How many slots to look at before more are made; at least one in so many stays free. */
  private static final int LOOKS = 8;

  /** Replaced under the lock of this. */
  private volatile Table newest = new Table(FIRST_SLOTS, null);

  /**
   * @param older which is not filled any more, and empties
   */
  private record Table(AtomicReferenceArray<@Nullable RequestRun> slots, @Nullable Table older) {

    Table(int size, @Nullable Table older) {
      this(new AtomicReferenceArray<>(size), older);
    }
  }

  void add(RequestRun run) {
    while (true) {
      Table table = newest;
      int slots = table.slots.length();
      int part = slots / PARTS;
      int first = (int) Thread.currentThread().threadId() * part;
      first += ThreadLocalRandom.current().nextInt() & (part - 1);
      for (int i = 0; i < LOOKS; i++) {
        int slot = (first + i) & (slots - 1);
        if (table.slots.compareAndSet(slot, null, run)) {
          run.entered(table.slots, slot);
          return;
        }
      }
      grow(table);
    }
  }

  /** There are never more requests than this. */
  int slots() {
    return 2 * newest.slots.length() - FIRST_SLOTS;
  }

  private synchronized void grow(Table full) {
    if (newest == full) {
      newest = new Table(full.slots.length() * 2, full);
    }
  }

  /** Whoever is added before this is called, and has not left, is met. */
  void forEach(Consumer<RequestRun> action) {
    for (Table table = newest; table != null; table = table.older) {
      for (int slot = 0; slot < table.slots.length(); slot++) {
        RequestRun run = table.slots.get(slot);
        if (run != null) {
          action.accept(run);
        }
      }
    }
  }
}
