package dev.millrace.worker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How tasks of one type are worked on.
 *
 * @param threadCount how many at once: the number of permits
 * @param domain only tasks of this domain; null for those without one
 * @param extendLeases whether leases are extended while a task is held
 * @param maxPollTimeout how long a poll waits at the server at most, when there is nothing to do
 * @param definitions whether tasks come with {@code workflowTask} and {@code taskDefinition}; they
 *     are two thirds of a task's text, and few workers look at them
 */
public record WorkerSettings(
    int threadCount,
    @Nullable String domain,
    boolean extendLeases,
    Duration maxPollTimeout,
    boolean definitions) {

  private static final int MAX_THREADS = 100_000;

  /** What Conductor servers accept at most. */
  private static final Duration LONG_POLL = Duration.ofSeconds(5);

  public WorkerSettings {
    if (threadCount < 1 || threadCount > MAX_THREADS) {
      throw new IllegalArgumentException(
          "threadCount is not from 1 to " + MAX_THREADS + ": " + threadCount);
    }
    requireNonNull(maxPollTimeout, "maxPollTimeout is null");
    if (maxPollTimeout.compareTo(PollPace.SHORTEST) < 0
        || maxPollTimeout.compareTo(PollPace.LONGEST) > 0) {
      throw new IllegalArgumentException(
          "maxPollTimeout is not from %s to %s: %s"
              .formatted(PollPace.SHORTEST, PollPace.LONGEST, maxPollTimeout));
    }
  }

  /** Ten at once, no domain, leases extended, polls of up to 5 s, no definitions. */
  public static WorkerSettings defaults() {
    return new WorkerSettings(10, null, true, LONG_POLL, false);
  }

  public WorkerSettings withThreadCount(int count) {
    return new WorkerSettings(count, domain, extendLeases, maxPollTimeout, definitions);
  }

  public WorkerSettings withDomain(@Nullable String newDomain) {
    return new WorkerSettings(threadCount, newDomain, extendLeases, maxPollTimeout, definitions);
  }

  public WorkerSettings withExtendLeases(boolean extend) {
    return new WorkerSettings(threadCount, domain, extend, maxPollTimeout, definitions);
  }

  public WorkerSettings withMaxPollTimeout(Duration timeout) {
    return new WorkerSettings(threadCount, domain, extendLeases, timeout, definitions);
  }

  public WorkerSettings withDefinitions(boolean wanted) {
    return new WorkerSettings(threadCount, domain, extendLeases, maxPollTimeout, wanted);
  }
}
