package dev.millrace.bench.executor;

import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A ring of the Disruptor per thread, taken in turn. The threads wait with the lighter of its two
 * strategies that block: those that spin or poll would hold a core, which no other contender may.
 */
final class DisruptorPool implements RivalPool {

  /** One place of a ring. Written by the producer that claimed it, then by the ring's thread. */
  private static final class Slot {
    @Nullable Runnable runnable;
  }

  private final List<Disruptor<Slot>> disruptors = new ArrayList<>();
  private final List<Executor> lanes = new ArrayList<>();

  /** Racy on purpose: a lost increment only sends two runnables to the same thread. */
  private int turn;

  /**
   * @param backlog how many runnables may wait at once; a thread that runs runnables and fills its
   *     own ring would wait for itself
   */
  DisruptorPool(int workers, int backlog, ThreadFactory threads) {
    int ringSize = Integer.highestOneBit(Math.max(backlog, 512)) * 2;
    for (int i = 0; i < workers; i++) {
      var disruptor =
          new Disruptor<>(
              Slot::new, ringSize, threads, ProducerType.MULTI, new LiteBlockingWaitStrategy());
      disruptor.handleEventsWith((slot, sequence, endOfBatch) -> run(slot));
      RingBuffer<Slot> ring = disruptor.start();
      disruptors.add(disruptor);
      lanes.add(runnable -> publish(ring, runnable));
    }
  }

  @Override
  public Executor shared() {
    return this::executeInTurn;
  }

  @Override
  public Executor lane(int index) {
    return lanes.get(index % lanes.size());
  }

  @Override
  public void close() {
    disruptors.forEach(Disruptor::halt);
  }

  private void executeInTurn(Runnable runnable) {
    int next = turn + 1;
    if (next >= lanes.size()) {
      next = 0;
    }
    turn = next;
    lanes.get(next).execute(runnable);
  }

  private static void publish(RingBuffer<Slot> ring, Runnable runnable) {
    long sequence = ring.next();
    ring.get(sequence).runnable = runnable;
    ring.publish(sequence);
  }

  private static void run(Slot slot) {
    Runnable runnable = slot.runnable;
    slot.runnable = null;
    if (runnable != null) {
      runnable.run();
    }
  }
}
