package dev.millrace.server.engine;

import dev.millrace.server.Tasks.Poll;
import dev.millrace.task.Resumer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A poll that is on its way or waits. One change of state decides who ends it: the mill, which
 * reserves it before it claims tasks for it, or whoever gives it up. Thread-safe.
 */
final class Ticket {

  private final Poll poll;
  private final String queue;
  private final AtomicReference<State> state = new AtomicReference<>(State.SENT);
  private volatile @Nullable List<Claimed> answer;
  private volatile @Nullable Throwable failure;
  private volatile Runnable whenAnswered = () -> {};

  /**
   * <pre>
   *   SENT ── the mill found nothing ──► WAITING ── its time is over, given up ──► OVER
   *     └── its time is over ──► LATE ── the mill found nothing, given up ──────────▲
   *   SENT, WAITING, LATE ── the mill hands out ──► RESERVED
   * </pre>
   */
  private enum State {
    SENT,
    WAITING,
    LATE,
    RESERVED,
    OVER;

    boolean isOpen() {
      return this == SENT || this == WAITING || this == LATE;
    }
  }

  Ticket(Poll poll) {
    this.poll = poll;
    this.queue = Queues.name(poll.type(), poll.domain());
  }

  Poll poll() {
    return poll;
  }

  String queue() {
    return queue;
  }

  String worker() {
    return poll.workerId() == null ? "" : poll.workerId();
  }

  /** Called once there is an answer, by the thread that gives it. Set before the ticket is sent. */
  void onAnswer(Resumer resumer) {
    whenAnswered = resumer::resume;
  }

  void onAnswer(Runnable callback) {
    whenAnswered = callback;
  }

  /** The mill is about to claim tasks for it; false if nobody waits any more. */
  boolean reserve() {
    return leaveOpen(State.RESERVED);
  }

  /** The mill has looked and found nothing: true if there is still time to wait. */
  boolean mayWait() {
    if (state.compareAndSet(State.SENT, State.WAITING)) {
      return true;
    }
    if (state.compareAndSet(State.LATE, State.OVER)) {
      answer(List.of());
    }
    return false;
  }

  /**
   * Its time is over. The mill looks once all the same: on a busy server short polls would get
   * nothing otherwise, and the longer the queue, the less. False if an answer is to come.
   */
  boolean expire() {
    return !state.compareAndSet(State.SENT, State.LATE) && giveUp();
  }

  /** Nobody waits any more; false if the mill was first, and an answer comes. */
  boolean giveUp() {
    if (!leaveOpen(State.OVER)) {
      return false;
    }
    answer(List.of());
    return true;
  }

  private boolean leaveOpen(State next) {
    return state.getAndUpdate(now -> now.isOpen() ? next : now).isOpen();
  }

  boolean isOpen() {
    return state.get().isOpen();
  }

  /** The end of it: by the mill, once what it hands out is committed, or because nobody waits. */
  void answer(List<Claimed> claimed) {
    answer = claimed;
    whenAnswered.run();
  }

  void fail(Throwable reason) {
    failure = reason;
    answer = List.of();
    whenAnswered.run();
  }

  /** What was handed out; null if there is no answer yet. */
  @Nullable List<Claimed> answered() {
    return answer;
  }

  @Nullable Throwable failure() {
    return failure;
  }
}
