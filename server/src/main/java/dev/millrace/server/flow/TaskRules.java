package dev.millrace.server.flow;

import dev.millrace.client.TaskDef;
import dev.millrace.client.TaskDef.RetryLogic;
import dev.millrace.client.TaskDef.TimeoutPolicy;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How often a step's task is tried and how long it may take. Times of 0 mean: no limit.
 *
 * @param definition the definition it came from, to be shown; null if there is none
 */
record TaskRules(
    int retries,
    Backoff backoff,
    Timeouts timeouts,
    Map<String, @Nullable Object> inputTemplate,
    @Nullable TaskDef definition) {

  private static final long UNDEFINED_LEASE_SECONDS = 3600;

  /** How long to wait before the next attempt. */
  record Backoff(
      RetryLogic logic, int delaySeconds, int scale, int maxDelaySeconds, int jitterMillis) {

    /** The delay after attempt number {@code attempt}, which counts from 0. */
    int seconds(int attempt) {
      long delay =
          switch (logic) {
            case FIXED -> delaySeconds;
            case LINEAR_BACKOFF ->
                Math.min((long) delaySeconds * scale, Integer.MAX_VALUE) * (attempt + 1L);
            case EXPONENTIAL_BACKOFF -> (long) delaySeconds << Math.min(attempt, 31);
          };
      long capped = maxDelaySeconds > 0 ? Math.min(delay, maxDelaySeconds) : delay;
      return Math.clamp(capped, 0, Integer.MAX_VALUE);
    }

    long millis(int attempt, IntUnaryOperator jitter) {
      long spread = jitterMillis > 0 ? jitter.applyAsInt(jitterMillis) : 0;
      return 1000L * seconds(attempt) + spread;
    }
  }

  /** In seconds. */
  record Timeouts(long response, long task, long poll, long total, TimeoutPolicy policy) {}

  static TaskRules of(TaskDef definition, @Nullable Integer retries) {
    var poll = definition.pollTimeoutSeconds();
    return new TaskRules(
        retries == null ? definition.retryCount() : retries,
        new Backoff(
            definition.retryLogic(),
            definition.retryDelaySeconds(),
            definition.backoffScaleFactor(),
            definition.maxRetryDelaySeconds(),
            definition.backoffJitterMs()),
        new Timeouts(
            definition.responseTimeoutSeconds(),
            definition.timeoutSeconds(),
            poll == null ? 0 : poll,
            definition.totalTimeoutSeconds(),
            definition.timeoutPolicy()),
        definition.inputTemplate(),
        definition);
  }

  /** No definition: one attempt, and a lease, so that a dead worker is noticed. */
  static TaskRules undefined() {
    return new TaskRules(
        0,
        new Backoff(RetryLogic.FIXED, 0, 1, 0, 0),
        new Timeouts(UNDEFINED_LEASE_SECONDS, 0, 0, 0, TimeoutPolicy.TIME_OUT_WF),
        Values.NONE,
        null);
  }
}
