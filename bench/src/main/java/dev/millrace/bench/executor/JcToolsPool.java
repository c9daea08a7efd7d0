package dev.millrace.bench.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpscArrayQueue;

/**
 * The plainest fast pool: one bounded multi-producer single-consumer queue of JCTools per thread,
 * taken in turn, and a thread that parks when its queue stays empty. Whoever finds a queue full
 * yields until there is room.
 */
final class JcToolsPool implements RivalPool {
  /** Polls of an empty queue before the thread parks: a few microseconds. */
  private static final int SPINS = 64;

  private final Loop[] loops;

  /** Racy on purpose: a lost increment only sends two runnables to the same thread. */
  private int turn;

  /**
   * @param backlog how many runnables may wait at once; a thread that runs runnables and fills its
   *     own queue would wait for itself
   */
  JcToolsPool(int workers, int backlog, ThreadFactory threads) {
    loops = new Loop[workers];
    for (int i = 0; i < workers; i++) {
      loops[i] = new Loop(backlog, threads);
    }
  }

  @Override
  public Executor shared() {
    return this::executeInTurn;
  }

  @Override
  public Executor lane(int index) {
    return loops[index % loops.length];
  }

  @Override
  public void close() {
    for (Loop loop : loops) {
      loop.close();
    }
  }

  private void executeInTurn(Runnable runnable) {
    int next = turn + 1;
    if (next >= loops.length) {
      next = 0;
    }
    turn = next;
    loops[next].execute(runnable);
  }

  /**
   * One thread and its queue.
   *
   * <p>No wake-up is lost: {@code offer} moves the queue's producer index by a compare-and-set,
   * then reads {@code parked}; the thread writes {@code parked}, then compares that index in {@code
   * isEmpty}. All four are volatile, so at least one of the two sees the other.
   */
  private static final class Loop implements Executor, Runnable {
    private static final VarHandle PARKED;

    static {
      try {
        PARKED = MethodHandles.lookup().findVarHandle(Loop.class, "parked", boolean.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final MessagePassingQueue<Runnable> queue;
    private final Thread thread;

    /** Set by the thread, cleared by the thread or by whoever wakes it. */
    private volatile boolean parked;

    private volatile boolean closed;

    Loop(int backlog, ThreadFactory threads) {
      queue = new MpscArrayQueue<>(backlog);
      thread = threads.newThread(this);
      thread.start();
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // only while the queue is full
    public void execute(Runnable runnable) {
      while (!queue.offer(runnable)) {
        Thread.yield();
      }
      if (parked && PARKED.compareAndSet(this, true, false)) {
        LockSupport.unpark(thread);
      }
    }

    @Override
    public void run() {
      int spins = 0;
      while (!closed) {
        Runnable next = queue.poll();
        if (next != null) {
          next.run();
          spins = 0;
        } else if (spins++ < SPINS) {
          Thread.onSpinWait();
        } else {
          park();
          spins = 0;
        }
      }
    }

    private void park() {
      parked = true;
      while (parked && queue.isEmpty() && !closed) {
        LockSupport.park(this);
      }
      parked = false;
    }

    void close() {
      closed = true;
      LockSupport.unpark(thread);
    }
  }
}
