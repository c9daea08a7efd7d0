package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lane to which one worker alone offers, so that this needs no atomic exchange. Others may take
 * from it. Thread-safe but for {@link #hasRoom}, {@link #offer} and {@link #moved}, which are the
 * worker's.
 */
final class OwnLane extends RunLane {

  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

  // In a cache line of their own: the worker writes there all the time, others read elsewhere.
  private static final int OFFERED = 8;
  private static final int MOVED = 9;

  private final int mostWaiting;

  /** Written by the worker, read by anybody. */
  private final long[] counts = new long[18];

  private Chunk last;

  /**
   * @param mostWaiting from about so many on it is full
   */
  OwnLane(int index, int mostWaiting) {
    Chunk chunk = new Chunk(0);
    super(index, chunk);
    this.mostWaiting = mostWaiting;
    this.last = chunk;
  }

  boolean hasRoom() {
    long offered = counts[OFFERED];
    return place(offered) != 0 || offered - taken() < mostWaiting;
  }

  /** Puts one more in, whether there is room or not. */
  void offer(Runnable runnable) {
    long offered = counts[OFFERED];
    int place = place(offered);
    if (place == 0 && offered > 0) {
      Chunk next = new Chunk(offered);
      last.next = next;
      last = next;
    }
    COUNT.setOpaque(counts, OFFERED, offered + 1); // before it is there, so before it can end
    last.put(place, runnable);
  }

  private static int place(long offered) {
    return (int) offered & Chunk.SIZE - 1;
  }

  /** So many of those that were offered have come from other lanes. */
  void moved(int many) {
    COUNT.setRelease(counts, MOVED, counts[MOVED] + many); // after they were offered
  }

  /** How many were offered here and nowhere else: for a moment perhaps too many, never too few. */
  long submitted() {
    long moved = (long) COUNT.getAcquire(counts, MOVED);
    return offered() - moved;
  }

  @Override
  boolean hasWork(Chunk chunk) {
    int taken = chunk.taken();
    return taken < Chunk.SIZE && (chunk.at(taken) != null || chunk.taken() != taken);
  }

  @Override
  long offered() {
    return (long) COUNT.getAcquire(counts, OFFERED);
  }
}
