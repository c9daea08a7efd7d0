package dev.millrace.bench.executor;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The thread from which pools are fed, apart from the one that keeps the time: a pool that hangs
 * takes this one with it, and the next turn gets a new one.
 */
final class OutsideThread {
  private static final int SHOWN_FRAMES = 8;

  private OutsideThread() {}

  /**
   * Calls {@code work} on a new thread and leaves it alone if it takes longer than {@code limit}.
   */
  static <T> Turn<T> call(Callable<T> work, Duration limit) throws InterruptedException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = Thread.ofPlatform().name("bench-outside").daemon().start(task);
    try {
      return new Turn.Done<>(task.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      String stack = stackOf(thread);
      task.cancel(true);
      return new Turn.Hung<>("not over after " + limit.toSeconds() + " s, waiting in " + stack);
    } catch (ExecutionException e) {
      return new Turn.Failed<>(String.valueOf(e.getCause()));
    }
  }

  private static String stackOf(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .limit(SHOWN_FRAMES)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining(" < "));
  }
}
