package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lane to which many threads offer. Each is given a place by an atomic exchange, and then puts
 * its runnable there; whoever asks whether the lane is empty sees the place before the runnable is
 * there. The same exchange tells whether the lane was closed before. Thread-safe, lock-free.
 */
final class OutsideLane extends RunLane {

  /** More than will ever be given. */
  private static final long CLOSED = 1L << 40;

  private static final VarHandle LAST;
  private static final VarHandle NEXT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LAST = lookup.findVarHandle(OutsideLane.class, "last", Chunk.class);
      NEXT = lookup.findVarHandle(Chunk.class, "next", Chunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int mostWaiting;
  private volatile Chunk last;

  /** How many were accepted when it was closed; negative while it is open. */
  private volatile long acceptedAtEnd = -1;

  /**
   * @param mostWaiting from about so many on it is full
   */
  OutsideLane(BitTree.Mark mark, int mostWaiting) {
    Chunk chunk = new Chunk(0);
    super(mark, chunk);
    this.mostWaiting = mostWaiting;
    this.last = chunk;
  }

  /** Returns false, having done nothing, if it is closed or full. */
  boolean offer(Runnable runnable) {
    while (true) {
      Chunk chunk = last;
      long place = chunk.give(1);
      if (place < Chunk.SIZE) {
        chunk.put((int) place, runnable);
        return true;
      }
      if (place >= CLOSED || !goOn(chunk)) {
        return false;
      }
    }
  }

  /** From a chunk whose places are all given. */
  private boolean goOn(Chunk full) {
    Chunk next = full.next;
    if (next == null) {
      if (full.before + Chunk.SIZE - taken() >= mostWaiting) {
        return false;
      }
      NEXT.compareAndSet(full, null, new Chunk(full.before + Chunk.SIZE));
      next = full.next;
    }
    if (next == null || next == Chunk.END) {
      return false;
    }
    LAST.compareAndSet(this, full, next); // or it was left behind: then this is the last no more
    return true;
  }

  @Override
  void ensureNotLast(Chunk chunk, Chunk following) {
    LAST.compareAndSet(this, chunk, following);
  }

  /** The chunk that has none following. */
  private Chunk last() {
    while (true) {
      Chunk chunk = last;
      Chunk next = chunk.next;
      if (next == null || next == Chunk.END) {
        return chunk;
      }
      LAST.compareAndSet(this, chunk, next);
    }
  }

  /** Nothing is accepted after this. */
  synchronized void close() {
    while (acceptedAtEnd < 0) {
      Chunk chunk = last();
      long given = chunk.give(CLOSED);
      if (NEXT.compareAndSet(chunk, null, Chunk.END)) {
        acceptedAtEnd = chunk.before + Math.min(given, Chunk.SIZE);
      }
    }
  }

  /** Those that were given a place count, whether they are there or not. */
  @Override
  long offered() {
    Chunk chunk = last();
    return chunk.before + given(chunk);
  }

  private int given(Chunk chunk) {
    long given = chunk.given();
    while (given >= CLOSED && acceptedAtEnd < 0) {
      Thread.onSpinWait(); // it is being closed
    }
    long accepted = given >= CLOSED ? acceptedAtEnd - chunk.before : given;
    return Math.clamp(accepted, 0, Chunk.SIZE);
  }

  /** Looks at the place first: a look at the count takes its cache line from those who offer. */
  @Override
  boolean hasWork(Chunk chunk) {
    int taken = chunk.taken();
    return (taken < Chunk.SIZE && chunk.at(taken) != null) || given(chunk) > chunk.taken();
  }
}
