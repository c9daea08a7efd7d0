package dev.millrace.pipeline;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** A publisher that sends what the test says, and checks that it is asked as the rules want it. */
final class HandPublisher implements Flow.Publisher<Long>, Flow.Subscription {
  final CompletableFuture<Flow.Subscriber<? super Long>> subscriber = new CompletableFuture<>();
  final CompletableFuture<Void> cancelled = new CompletableFuture<>();
  final AtomicLong requested = new AtomicLong();
  final AtomicInteger violations = new AtomicInteger();
  private final AtomicInteger inside = new AtomicInteger();

  /** Run inside of each request, with what is asked for. */
  private volatile LongConsumer answer = _ -> {};

  void answering(LongConsumer newAnswer) {
    answer = newAnswer;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super Long> newSubscriber) {
    subscriber.complete(newSubscriber);
    newSubscriber.onSubscribe(this);
  }

  @Override
  public void request(long n) {
    enter(n > 0);
    requested.addAndGet(n);
    try {
      answer.accept(n);
    } finally {
      inside.decrementAndGet();
    }
  }

  @Override
  public void cancel() {
    enter(true);
    cancelled.complete(null);
    inside.decrementAndGet();
  }

  private void enter(boolean allowed) {
    if (inside.incrementAndGet() != 1 || !allowed) {
      violations.incrementAndGet();
    }
  }
}
