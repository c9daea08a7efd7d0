package dev.millrace.client;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The loop of a Vert.x context. Thread-safe as {@link EventLoop} says. */
final class VertxLoop implements EventLoop {

  private final Vertx vertx;
  private final Context context;

  VertxLoop(Vertx vertx) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
  }

  @Override
  public void execute(Runnable task) {
    context.runOnContext(_ -> task.run());
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    ensureOnLoop();
    // Rounded up: a timer is late rather than early.
    long millis = Math.max(1, delay.plusNanos(999_999).toMillis());
    long id = vertx.setTimer(millis, _ -> task.run());
    return () -> {
      boolean _ = vertx.cancelTimer(id);
    };
  }

  void ensureOnLoop() {
    if (Vertx.currentContext() != context) {
      throw new IllegalStateException("not on the event loop but on " + Thread.currentThread());
    }
  }
}
