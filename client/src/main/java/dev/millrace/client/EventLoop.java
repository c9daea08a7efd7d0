package dev.millrace.client;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * One thread that all answers of a client come back on. What runs on it neither blocks nor takes
 * long. {@link #execute} may be called from any thread, all else only on the loop.
 */
public interface EventLoop extends Executor {

  /** As {@link System#nanoTime}, or what a test says. */
  long nanoTime();

  /** Runs {@code task} on the loop, once, not before {@code delay} is over. */
  Timer after(Duration delay, Runnable task);

  /** Something that will run later. */
  interface Timer {
    /** Nothing happens if it has run already. */
    void cancel();
  }
}
