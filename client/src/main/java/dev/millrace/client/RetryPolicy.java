package dev.millrace.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often and how long a call that failed is repeated: after a delay that doubles, with jitter,
 * until the window is over.
 *
 * @param firstDelay before the first repetition, at most
 * @param maxDelay what the delay grows to
 * @param window no repetition begins later than this after the first attempt; zero for none at all
 */
public record RetryPolicy(Duration firstDelay, Duration maxDelay, Duration window) {

  private static final int MAX_DOUBLINGS = 30;

  public RetryPolicy {
    ensurePositive(firstDelay, "firstDelay");
    ensurePositive(maxDelay, "maxDelay");
    if (requireNonNull(window, "window is null").isNegative()) {
      throw new IllegalArgumentException("window is negative: " + window);
    }
  }

  /** From 100 ms to 5 s, for 30 s. */
  public static RetryPolicy defaults() {
    return new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ofSeconds(30));
  }

  public static RetryPolicy none() {
    return defaults().withWindow(Duration.ZERO);
  }

  public RetryPolicy withFirstDelay(Duration newFirstDelay) {
    return new RetryPolicy(newFirstDelay, maxDelay, window);
  }

  public RetryPolicy withMaxDelay(Duration newMaxDelay) {
    return new RetryPolicy(firstDelay, newMaxDelay, window);
  }

  public RetryPolicy withWindow(Duration newWindow) {
    return new RetryPolicy(firstDelay, maxDelay, newWindow);
  }

  /**
   * The pause after the given number of failures in a row, from 1: between half of what doubling
   * gives and all of it, so that many who failed together do not come back together.
   */
  public Duration delay(int failures, RandomGenerator random) {
    long first = firstDelay.toNanos();
    long most = Math.max(first, maxDelay.toNanos());
    int doublings = Math.min(Math.max(failures, 1) - 1, MAX_DOUBLINGS);
    long whole = first > most >> doublings ? most : first << doublings;
    return Duration.ofNanos(whole / 2 + random.nextLong(whole / 2 + 1));
  }

  /** Whether a repetition may begin that long after the first attempt. */
  public boolean allows(Duration sinceFirst) {
    return !window.isZero() && sinceFirst.compareTo(window) <= 0;
  }

  private static void ensurePositive(Duration value, String name) {
    requireNonNull(value, name + " is null");
    if (!value.isPositive()) {
      throw new IllegalArgumentException(name + " is not positive: " + value);
    }
  }
}
