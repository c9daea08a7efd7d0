package dev.millrace.pipeline;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets any thread request and cancel, and passes it on one call after the other, as Reactive
 * Streams asks of a subscriber (rule 2.7). Who finds somebody at it leaves the work to that one, so
 * nobody waits and a publisher that answers from inside {@code request} does not nest.
 *
 * <p>A subscription that throws breaks rules 3.15 and 3.16. Whoever is at work may then be anybody,
 * a publisher's thread too, so the fault is told to {@code faults} and not thrown on; after a
 * failed request nothing but the cancellation is passed on.
 *
 * <p>Thread-safe. What is asked before the subscription is there is passed on when it comes.
 */
final class SerialSubscription {
  private final AtomicInteger atWork = new AtomicInteger();
  private final AtomicLong demand = new AtomicLong();
  private final Consumer<Throwable> faults;
  private volatile boolean cancelled;

  /** The publisher has said its last: the subscription counts as cancelled (rule 2.4). */
  private volatile boolean over;

  private volatile Flow.@Nullable Subscription subscription;

  /** Written and read only by whoever is at work. */
  private boolean passedOnCancel;

  SerialSubscription(Consumer<Throwable> faults) {
    this.faults = faults;
  }

  /** False if there is one already: the new one is then to be cancelled (rule 2.5). */
  boolean begin(Flow.Subscription first) {
    if (subscription != null) {
      return false;
    }
    subscription = first;
    passOn();
    return true;
  }

  void request(long n) {
    demand.addAndGet(n);
    passOn();
  }

  void cancel() {
    cancelled = true;
    passOn();
  }

  /** To be called with the publisher's last signal. */
  void end() {
    over = true;
  }

  private void passOn() {
    Flow.Subscription target = subscription;
    if (target == null || atWork.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      try {
        passOnTo(target);
      } catch (Throwable fault) { // foreign code
        faults.accept(fault);
        cancel(); // By this thread, in the next round.
      }
      seen = atWork.addAndGet(-seen);
    } while (seen != 0);
  }

  private void passOnTo(Flow.Subscription target) {
    if (over) {
      return;
    }
    if (cancelled) {
      if (!passedOnCancel) {
        passedOnCancel = true;
        target.cancel();
      }
      return;
    }
    long n = demand.getAndSet(0);
    if (n > 0) {
      target.request(n);
    }
  }
}
