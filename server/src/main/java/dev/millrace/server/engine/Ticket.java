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
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private volatile @Nullable List<Claimed> answer;
  private volatile @Nullable Throwable failure;
  private volatile Runnable whenAnswered = () -> {};

  private enum State {
    OPEN,
    RESERVED,
    OVER
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
    return state.compareAndSet(State.OPEN, State.RESERVED);
  }

  /** Nobody waits any more; false if the mill was first, and an answer comes. */
  boolean giveUp() {
    if (!state.compareAndSet(State.OPEN, State.OVER)) {
      return false;
    }
    answer(List.of());
    return true;
  }

  boolean isOpen() {
    return state.get() == State.OPEN;
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
