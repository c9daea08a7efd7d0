package dev.millrace.worker;

import dev.millrace.client.RetryPolicy;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long the next poll waits at the server, and how long to wait before it. Policy alone: no
 * clock, no threads; not thread-safe.
 *
 * <p>While tasks come, polls are short and follow at once. When nothing comes, each poll waits
 * twice as long as the last: the server then answers when there is something, and there are few
 * requests. A server that answers "nothing" early does not wait for us; then there is a pause here.
 * After errors, pauses grow.
 */
final class PollPace {

  static final Duration SHORTEST = Duration.ofMillis(100);
  static final Duration LONGEST = Duration.ofMinutes(1);

  /** The longest pause for a server that does not know long polls. */
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

  private static final RetryPolicy AFTER_ERRORS =
      RetryPolicy.defaults().withMaxDelay(Duration.ofSeconds(10));

  private final RandomGenerator random;
  private Duration longest;
  private Duration timeout = SHORTEST;
  private int failures;

  PollPace(Duration longest, RandomGenerator random) {
    this.longest = longest;
    this.random = random;
  }

  /** How long the next poll waits at the server. */
  Duration timeout() {
    return timeout;
  }

  /** Tasks came. */
  void tasks() {
    timeout = SHORTEST;
    failures = 0;
  }

  /** Nothing came; answers the pause before the next poll, zero for none. */
  Duration nothing(Duration elapsed) {
    failures = 0;
    Duration left = timeout.minus(elapsed);
    boolean waited = elapsed.compareTo(timeout.dividedBy(2)) >= 0;
    timeout = min(timeout.multipliedBy(2), longest);
    return waited ? Duration.ZERO : min(left, LONGEST_PAUSE);
  }

  /** The poll failed; answers the pause before the next. */
  Duration error() {
    failures++;
    return AFTER_ERRORS.delay(failures, random);
  }

  /** The server does not take a poll as long as the last one: none will be as long again. */
  void tooLong() {
    longest = max(timeout.dividedBy(2), SHORTEST);
    timeout = longest;
  }

  boolean isFailing() {
    return failures > 0;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
