package dev.millrace.pipeline;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.millrace.task.BlockReason;
import dev.millrace.task.Resumer;
import dev.millrace.task.engine.Faults;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between a publisher and the lanes. Whether a lane finds a batch or waits, and
 * whether a signal finds a waiting lane, is decided under one lock, so no wake-up is lost; foreign
 * code is called outside of it. Thread-safe.
 *
 * <p>A batch wakes one lane. If another lane takes the batch first, the woken one waits anew.
 */
final class PublisherInbox<B> implements Source<B>, Flow.Subscriber<B> {
  private static final System.Logger LOG = System.getLogger(PublisherSource.class.getName());

  private final Flow.Publisher<? extends B> publisher;
  private final int prefetch;
  private final AtomicBoolean subscribed = new AtomicBoolean();
  private final SerialSubscription subscription = new SerialSubscription(this::subscriptionFailed);

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Queue<B> batches = new ArrayDeque<>();

  @GuardedBy("lock")
  private final Queue<Resumer> waiting = new ArrayDeque<>();

  /** Requested and not yet here. */
  @GuardedBy("lock")
  private int outstanding;

  /** Pulled and not yet requested again; with the two above it makes up the prefetch. */
  @GuardedBy("lock")
  private int pulled;

  /** No signal counts any more: the publisher has ended or the pipeline has. */
  @GuardedBy("lock")
  private boolean ended;

  /** Taken by the one lane that fails with it. */
  @GuardedBy("lock")
  private @Nullable Throwable error;

  PublisherInbox(Flow.Publisher<? extends B> publisher, int prefetch) {
    this.publisher = publisher;
    this.prefetch = prefetch;
  }

  @Override
  public OpOutput<B> next(OpContext context) throws Exception {
    if (subscribed.compareAndSet(false, true)) {
      publisher.subscribe(this);
    }
    B batch;
    int wanted;
    synchronized (lock) {
      batch = batches.poll();
      if (batch == null) {
        return finishedOrBlocked(context);
      }
      wanted = refill();
    }
    if (wanted > 0) {
      subscription.request(wanted);
    }
    return OpOutput.hasMore(batch);
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    requireNonNull(newSubscription, "subscription is null");
    if (!subscription.begin(newSubscription)) {
      newSubscription.cancel();
      return;
    }
    synchronized (lock) {
      outstanding = prefetch;
    }
    subscription.request(prefetch);
  }

  @Override
  public void onNext(B batch) {
    requireNonNull(batch, "batch is null");
    if (!offer(batch)) {
      subscription.cancel();
      var _ =
          end(new IllegalStateException("publisher sent more than was requested: " + publisher));
    }
  }

  @Override
  public void onError(Throwable newError) {
    requireNonNull(newError, "error is null");
    subscription.end();
    var _ = end(newError);
  }

  @Override
  public void onComplete() {
    subscription.end();
    var _ = end(null);
  }

  @Override
  public void close() {
    synchronized (lock) {
      batches.clear();
    }
    var _ = end(null);
    subscription.cancel();
  }

  private void subscriptionFailed(Throwable fault) {
    if (!end(fault)) {
      Faults.tell(LOG, Level.WARNING, () -> "the subscription to " + publisher + " failed", fault);
    }
  }

  /** False if it is one too many. */
  private boolean offer(B batch) {
    Resumer lane;
    synchronized (lock) {
      if (ended) {
        return true; // Sent before the publisher saw that it was cancelled: nobody misses it.
      }
      if (outstanding == 0) {
        return false;
      }
      outstanding--;
      batches.add(batch);
      lane = waiting.poll();
    }
    if (lane != null) {
      lane.resume();
    }
    return true;
  }

  /** Returns whether it was the first end, which alone counts. */
  private boolean end(@Nullable Throwable newError) {
    List<Resumer> lanes;
    boolean first;
    synchronized (lock) {
      first = !ended;
      if (first) {
        ended = true;
        error = newError;
      }
      lanes = List.copyOf(waiting);
      waiting.clear();
    }
    lanes.forEach(Resumer::resume);
    return first;
  }

  /** How many batches to ask for after one was pulled: none until half of the prefetch is gone. */
  @GuardedBy("lock")
  private int refill() {
    pulled++;
    if (ended || pulled < (prefetch + 1) / 2) {
      return 0;
    }
    int wanted = pulled;
    outstanding += wanted;
    pulled = 0;
    return wanted;
  }

  @GuardedBy("lock")
  private OpOutput<B> finishedOrBlocked(OpContext context) throws Exception {
    if (!ended) {
      Resumer lane = context.newResumer();
      waiting.add(lane);
      return OpOutput.blocked(lane, BlockReason.IO);
    }
    Throwable failure = error;
    error = null;
    return switch (failure) {
      case null -> OpOutput.finished();
      case Exception exception -> throw exception;
      case Error fatal -> throw fatal;
      default -> throw new ExecutionException(failure);
    };
  }
}
