package dev.millrace.worker;

import dev.millrace.client.EncodedResult;
import dev.millrace.client.Task;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Works on the tasks of one type and domain. Confined to the event loop: events come one at a time,
 * and after each one {@link #pump} looks what can be done, the queue first, then the server.
 *
 * <pre>
 *            ┌──────────── update's answer: next tasks ◄─────────────┐
 *            ▼                                                       │
 *   poll ──► queue ── a permit ──► running ──► update, holding the permit
 *    ▲                                                               │
 *    └──────────── permits that are free ◄── answer: nothing more ───┘
 * </pre>
 *
 * <ul>
 *   <li>A permit is held from when a task is asked for until its update is answered, so a task that
 *       comes with an answer always finds the permit of the one it follows: it starts at once.
 *   <li>At most one poll is under way, for as many tasks as permits are free, and none if none is.
 *   <li>Updates ask for as many tasks as permits will be free then, if the server knows how.
 *   <li>What comes unasked waits in the queue, which holds at most {@code threadCount}; the rest is
 *       handed back.
 * </ul>
 */
final class TaskRunner {

  private static final Logger LOG = System.getLogger(TaskRunner.class.getName());

  /** The most that is asked for at once. */
  static final int MAX_BATCH = 100;

  private enum Life {
    NEW,
    RUNNING,
    STOPPING,
    CLOSED
  }

  private final HostLink link;
  private final WorkerSpec spec;
  private final ResultForm form;
  private final RunnerTally tally = new RunnerTally();
  private final Permits permits;
  private final Poller poller;
  private final Queue<HeldTask> queue = new ArrayDeque<>();
  private final CompletableFuture<Balance> drained = new CompletableFuture<>();

  private Life life = Life.NEW;
  private int handingBack;

  TaskRunner(HostLink link, WorkerSpec spec) {
    this.link = link;
    this.spec = spec;
    this.form = new ResultForm(link.channel(), link.settings().workerId());
    this.permits = new Permits(spec.settings().threadCount());
    this.poller = new Poller(link, spec, tally, this::pump);
  }

  WorkerSpec spec() {
    return spec;
  }

  /** For any thread to read. */
  RunnerTally tally() {
    return tally;
  }

  /** Completed when nothing is held any more, after {@link #stop}. For any thread. */
  CompletableFuture<Balance> drained() {
    return drained;
  }

  void start() {
    if (life == Life.NEW) {
      life = Life.RUNNING;
      pump();
    }
  }

  /**
   * Asks for nothing more and hands back what has not begun. What runs goes on. The answer to a
   * poll that is under way is waited for, because its tasks would be lost for a while otherwise:
   * they are handed back. A Millrace server is asked to give it now.
   */
  void stop() {
    if (life == Life.NEW || life == Life.RUNNING) {
      life = Life.STOPPING;
      poller.stop();
      for (HeldTask each = queue.poll(); each != null; each = queue.poll()) {
        handBack(each);
      }
      pump();
    }
  }

  /** Nothing counts any more that happens after this. */
  void close() {
    life = Life.CLOSED;
    boolean _ = drained.complete(tally.balance());
  }

  /** A task need not be done any more. */
  void cancel(HeldTask held, CancelReason reason) {
    RunningTask running = held.running();
    if (running != null) {
      running.cancel(reason);
    } else if (queue.remove(held)) {
      tally.queueIs(queue.size());
      settle(held, tally.cancelled);
    }
  }

  private void pump() {
    beginQueued();
    if (life == Life.RUNNING && poller.isIdle() && permits.free() > 0) {
      int count = permits.acquireUpTo(MAX_BATCH);
      poller.poll(count, tasks -> polled(count, tasks));
    }
    tally.permitsTaken = permits.taken();
    if (life == Life.STOPPING && permits.taken() == 0 && queue.isEmpty() && handingBack == 0) {
      boolean _ = drained.complete(tally.balance());
    }
  }

  private void beginQueued() {
    while (!queue.isEmpty() && permits.tryAcquire()) {
      begin(queue.remove());
    }
    tally.queueIs(queue.size());
  }

  private void polled(int permitsHeld, List<Task> tasks) {
    permits.release(permitsHeld);
    receive(tasks, false);
    pump();
  }

  /** The permits that were held for these tasks are free. What came before goes first. */
  private void receive(List<Task> tasks, boolean chained) {
    beginQueued();
    for (Task task : tasks) {
      HeldTask held = new HeldTask(task, this, chained, link.loop().nanoTime());
      if (!link.leases().hold(held)) {
        continue;
      }
      tally.received.increment();
      if (life != Life.RUNNING) {
        handBack(held);
      } else if (permits.tryAcquire()) {
        begin(held);
      } else if (queue.size() >= spec.settings().threadCount()) {
        LOG.log(Level.WARNING, "{0} is handed back: more came than was asked for", held);
        handBack(held);
      } else {
        queue.add(held);
        tally.queueIs(queue.size());
      }
    }
  }

  /** Runs a task; the permit for it is taken. */
  private void begin(HeldTask held) {
    if (held.isChained()) {
      tally.queueHits.increment();
      tally.savedNanos.add(poller.fastestNanos());
    }
    RunningTask running =
        new RunningTask(
            held, link.settings().workerId(), form, ended -> link.onLoop(() -> ended(held, ended)));
    held.transitionToRunning(running);
    try {
      link.settings().executor().execute(running);
    } catch (RuntimeException e) { // foreign code
      LOG.log(Level.WARNING, "{0} is handed back: the executor takes nothing ({1})", held, e);
      permits.release(1);
      poller.backOff();
      handBack(held);
    }
  }

  private void ended(HeldTask held, Ended ended) {
    if (life == Life.CLOSED) {
      return;
    }
    switch (ended) {
      case Ended.WithResult(Ended.Kind kind, EncodedResult result) -> {
        Chaining chaining = new Chaining(kind);
        new UpdateRun(link, held, result, chaining, end -> updated(held, chaining, end)).attempt();
      }
      case Ended.Cancelled() -> {
        settle(held, tally.cancelled);
        permits.release(1);
        pump();
      }
      case Ended.ToHandBack() -> {
        permits.release(1);
        handBack(held);
        pump();
      }
    }
  }

  private void updated(HeldTask held, Chaining chaining, UpdateRun.End end) {
    if (life == Life.CLOSED) {
      return;
    }
    link.leases().release(held);
    permits.release(1 + chaining.extra);
    switch (end) {
      case UpdateRun.End.Taken(List<Task> next, boolean accepted) -> {
        tally.ended(chaining.kind);
        if (!accepted) {
          tally.notAccepted.increment();
        }
        receive(next, true);
      }
      case UpdateRun.End.Unknown() -> tally.cancelled.increment();
      case UpdateRun.End.GivenUp(_) -> tally.abandoned.increment();
    }
    pump();
  }

  private void handBack(HeldTask held) {
    handingBack++;
    EncodedResult result = link.channel().encode(held.handBack(link.settings().workerId()));
    new UpdateRun(link, held, result, NO_WISH, end -> handedBack(held, end)).attempt();
  }

  private void handedBack(HeldTask held, UpdateRun.End end) {
    if (life == Life.CLOSED) {
      return;
    }
    handingBack--;
    settle(
        held,
        switch (end) {
          case UpdateRun.End.Taken _ -> tally.handedBack;
          case UpdateRun.End.Unknown() -> tally.cancelled;
          case UpdateRun.End.GivenUp _ -> tally.abandoned;
        });
    pump();
  }

  private void settle(HeldTask held, LongAdder counter) {
    link.leases().release(held);
    counter.increment();
  }

  private static final UpdateRun.Wish NO_WISH =
      new UpdateRun.Wish() {
        @Override
        public int count() {
          return 0;
        }

        @Override
        public void delayed() {}
      };

  /** What an update asks for: the permit it holds, and those that are free besides. */
  private final class Chaining implements UpdateRun.Wish {
    private final Ended.Kind kind;
    private int extra;

    Chaining(Ended.Kind kind) {
      this.kind = kind;
    }

    @Override
    public int count() {
      // A result that does not end its task brings no other. What waits here comes first.
      boolean none = life != Life.RUNNING || kind == Ended.Kind.IN_PROGRESS || !queue.isEmpty();
      if (none) {
        delayed();
        return 0;
      }
      if (link.isMillrace() && link.v2().isOn()) {
        extra += permits.acquireUpTo(MAX_BATCH - 1 - extra);
      }
      return 1 + extra;
    }

    /** Others may use them meanwhile; should more come than asked for, there is the queue. */
    @Override
    public void delayed() {
      permits.release(extra);
      extra = 0;
    }
  }

  @Override
  public String toString() {
    return "%s: %s, %d of %d permits taken, %d queued, %d handed back right now"
        .formatted(
            spec.queue(),
            life,
            permits.taken(),
            spec.settings().threadCount(),
            queue.size(),
            handingBack);
  }
}
