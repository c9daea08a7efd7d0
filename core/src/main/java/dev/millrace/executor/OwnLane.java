package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A lane to which one worker alone offers, so that this needs no atomic exchange. Others may take
 * from it. Thread-safe but for {@link #end}, {@link #hasRoom}, {@link #makeRoom}, {@link #offer},
 * {@link #offerHere} and {@link #moved}, which are the worker's.
 */
final class OwnLane extends RunLane {

  private static final VarHandle OFFERED;
  private static final VarHandle MOVED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      OFFERED = lookup.findVarHandle(OwnLane.class, "offered", long.class);
      MOVED = lookup.findVarHandle(OwnLane.class, "moved", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int mostWaiting;

  /** Written by the worker, read by anybody. */
  private long offered;

  /** Written by the worker, read by anybody. */
  private long moved;

  private Chunk last;

  /** Follows the last one, if it was made before it is needed. */
  @Nullable Chunk spare;

  /**
   * @param mostWaiting from about so many on it is full
   */
  OwnLane(BitTree.Mark mark, int mostWaiting) {
    Chunk chunk = new Chunk(0);
    super(mark, chunk);
    this.mostWaiting = mostWaiting;
    this.last = chunk;
  }

  /** How many were offered so far. */
  long end() {
    return offered;
  }

  /** Never false within a chunk. */
  boolean hasRoom() {
    return place(offered) != 0 || offered - taken() < mostWaiting;
  }

  /** Puts one more in, whether there is room or not. */
  void offer(Runnable runnable) {
    if (place(offered) == 0 && offered > 0) {
      goOn(offered);
    }
    offerHere(runnable);
  }

  /** The same, if it is not the first of a chunk. So short that it is always compiled in place. */
  void offerHere(Runnable runnable) {
    long end = offered;
    OFFERED.setOpaque(this, end + 1); // before it is there, so before it can end
    last.put(place(end), runnable);
  }

  private void goOn(long end) {
    Chunk next = spare == null ? new Chunk(end) : spare;
    spare = null;
    last.next = next;
    last = next;
  }

  /** For a chunk's worth of offers after this no memory is needed. */
  void makeRoom() {
    if (spare == null) {
      spare = new Chunk(last.before + Chunk.SIZE);
    }
  }

  private static int place(long offered) {
    return (int) offered & Chunk.SIZE - 1;
  }

  /** So many of those that were offered have come from other lanes. */
  void moved(int many) {
    MOVED.setRelease(this, moved + many); // after they were offered
  }

  /** How many were offered here and nowhere else: for a moment perhaps too many, never too few. */
  long submitted() {
    long before = (long) MOVED.getAcquire(this);
    return offered() - before;
  }

  @Override
  boolean hasWork(Chunk chunk) {
    int taken = chunk.taken();
    return taken < Chunk.SIZE && (chunk.at(taken) != null || chunk.taken() != taken);
  }

  @Override
  long offered() {
    return (long) OFFERED.getAcquire(this);
  }
}
