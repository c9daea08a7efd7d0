package dev.millrace.pipeline;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Lets any thread request and cancel, and passes it on one call after the other, as Reactive
 * Streams asks of a subscriber (rule 2.7). Who finds somebody at it leaves the work to that one, so
 * nobody waits and a publisher that answers from inside {@code request} does not nest.
 *
 * <p>Thread-safe. What is asked before the subscription is there is passed on when it comes.
 */
final class SerialSubscription {
  private final AtomicInteger atWork = new AtomicInteger();
  private final AtomicLong demand = new AtomicLong();
  private volatile boolean cancelled;
  private volatile Flow.@Nullable Subscription subscription;

  /** Written and read only by whoever is at work. */
  private boolean passedOnCancel;

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

  private void passOn() {
    Flow.Subscription target = subscription;
    if (target == null || atWork.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      if (!cancelled) {
        long n = demand.getAndSet(0);
        if (n > 0) {
          target.request(n);
        }
      } else if (!passedOnCancel) {
        passedOnCancel = true;
        target.cancel();
      }
      seen = atWork.addAndGet(-seen);
    } while (seen != 0);
  }
}
