package dev.millrace.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What one worker knows of itself: whether its yield queue holds something, which leaves of its
 * partition had work when it last looked, and how it is woken.
 *
 * <pre>
 *   status  bit 0  yield  the yield queue is not empty
 *           bit 1  task   the partition summary is not empty
 * </pre>
 *
 * All of it, but for where it is called to, is written by the worker alone and read by anybody, as
 * hints and for diagnostics: permits live in {@link IdleWorkers}. Unlike the seed's waker it issues
 * none, so a worker cannot wake itself into a search for work that it has counted twice.
 */
final class SignalWaker {

  private static final int YIELD = 1;
  private static final int TASK = 2;
  private static final VarHandle STATUS;
  private static final VarHandle CALLED_TO;

  /** No position of the tree. */
  static final int ANYWHERE = -1;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATUS = lookup.findVarHandle(SignalWaker.class, "status", int.class);
      CALLED_TO = lookup.findVarHandle(SignalWaker.class, "calledTo", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int worker;
  private final int workers;
  private int status;
  private volatile long partitionSummary;

  /** Where whoever called the worker has put something; a hint. Written by anybody. */
  @SuppressWarnings("UnusedVariable") // by VarHandle
  private int calledTo = ANYWHERE;

  /** Set before the executor is given to anybody. */
  private @Nullable Thread thread;

  SignalWaker(int worker, int workers) {
    this.worker = worker;
    this.workers = workers;
  }

  void attach(Thread newThread) {
    thread = newThread;
  }

  Thread thread() {
    Thread attached = thread;
    if (attached == null) {
      throw new IllegalStateException("worker " + worker + " has no thread yet");
    }
    return attached;
  }

  void markYield() {
    STATUS.setOpaque(this, status | YIELD); // a hint: nobody acts on it
  }

  void unmarkYield() {
    STATUS.setOpaque(this, status & ~YIELD); // as above
  }

  /**
   * Sleep, step 2: samples the leaves of the own partition. Bit i of the summary stands for the
   * partition's i-th leaf, the last bit for all from the 64th on.
   *
   * @return whether any has work
   */
  boolean syncPartitionSummary(BitTree tree) {
    long summary = 0;
    for (int root = 0; root < tree.rootCount(); root++) {
      long leaves = tree.root(root);
      while (leaves != 0) {
        int leaf = root * BitTree.FAN + Long.numberOfTrailingZeros(leaves);
        if (leaf % workers == worker && tree.leaf(leaf) != 0) {
          summary |= 1L << Math.min(leaf / workers, 63);
        }
        leaves &= leaves - 1;
      }
    }
    if (summary != partitionSummary) {
      partitionSummary = summary;
      STATUS.setOpaque(this, summary == 0 ? status & ~TASK : status | TASK); // as above
    }
    return summary != 0;
  }

  boolean hasYielded() {
    return ((int) STATUS.getOpaque(this) & YIELD) != 0;
  }

  boolean hasTasks() {
    return ((int) STATUS.getOpaque(this) & TASK) != 0;
  }

  long partitionSummary() {
    return partitionSummary;
  }

  /** By the worker's own thread. May return at any time; the caller looks whether it was meant. */
  void park() {
    LockSupport.park(this);
  }

  /** As {@link #park}, but not for longer than this. */
  void parkNanos(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }

  /**
   * Wakes the worker, who was claimed. An unpark before the park is remembered.
   *
   * @param position where it may look first, or {@link #ANYWHERE}
   */
  void call(int position) {
    CALLED_TO.setOpaque(this, position); // a hint: it may come too late
    unpark();
  }

  /** Lets the worker look why it is parked. */
  void unpark() {
    LockSupport.unpark(thread);
  }

  /** Where the worker was last called to. By the worker's own thread. */
  int takeCalledTo() {
    int position = (int) CALLED_TO.getOpaque(this);
    CALLED_TO.setOpaque(this, ANYWHERE);
    return position;
  }
}
