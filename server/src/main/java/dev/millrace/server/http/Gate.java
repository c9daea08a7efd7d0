package dev.millrace.server.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The one place that every request passes before anything is done for it. It refuses what is too
 * much; who somebody is and what they may do belongs here as well. Thread-safe.
 *
 * <p>Results of work that is done are always let in: refusing them would waste that work, and
 * taking them makes room.
 */
final class Gate {

  private final HttpLimits limits;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong bodyBytes = new AtomicLong();

  private final CompletableFuture<@Nullable Void> idle = new CompletableFuture<>();

  // Set once, by whoever closes the server.
  private volatile boolean draining;

  Gate(HttpLimits limits) {
    this.limits = limits;
  }

  /** Lets a request in, who must {@link #leave}; or says why not. */
  @Nullable Refusal admit(Route route) {
    return switch (route.load()) {
      case WATCH -> null;
      case UPDATE -> {
        inFlight.incrementAndGet();
        yield null;
      }
      case WORK -> enter(inFlight, limits.inFlight(), "requests are being worked on");
      case WAIT -> enter(waiting, limits.waiting(), "requests are waiting");
    };
  }

  void leave(Route route) {
    switch (route.load()) {
      case WATCH -> {}
      case UPDATE, WORK -> inFlight.decrementAndGet();
      case WAIT -> waiting.decrementAndGet();
    }
    tellIfIdle();
  }

  /** Room for more of a body, to be {@link #release}d when it is answered; or says why not. */
  @Nullable Refusal hold(Route route, int bytes) {
    long most = Math.max(limits.bodiesBytes(), limits.bodyBytes());
    if (bodyBytes.addAndGet(bytes) > most && route.load() != Load.UPDATE) {
      release(bytes);
      return Refusal.full("Bodies of requests take more than " + most + " bytes; try again later");
    }
    return null;
  }

  void release(long bytes) {
    bodyBytes.addAndGet(-bytes);
  }

  long bodyBytes() {
    return bodyBytes.get();
  }

  /** Lets in only what must not be lost. The answer ends when nobody is in any more. */
  CompletableFuture<@Nullable Void> drain() {
    draining = true;
    tellIfIdle();
    return idle;
  }

  boolean draining() {
    return draining;
  }

  int inFlight() {
    return inFlight.get();
  }

  int waiting() {
    return waiting.get();
  }

  private void tellIfIdle() {
    if (draining && inFlight.get() == 0 && waiting.get() == 0) {
      idle.complete(null);
    }
  }

  private @Nullable Refusal enter(AtomicInteger count, int most, String what) {
    if (draining) {
      return Refusal.closing();
    }
    if (count.incrementAndGet() > most) {
      count.decrementAndGet();
      return Refusal.tooMuch("Already " + most + " " + what + "; try again later");
    }
    return null;
  }
}
