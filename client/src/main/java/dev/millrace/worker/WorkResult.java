package dev.millrace.worker;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a worker says of a task it was given. */
public sealed interface WorkResult {

  /** Done. Values of {@code output} are what JSON knows, or records. */
  record Completed(Map<String, @Nullable Object> output) implements WorkResult {
    public Completed {
      output = copy(output);
    }
  }

  /** Not done; the server tries again as often as the task's definition says. */
  record Failed(String reason, Map<String, @Nullable Object> output) implements WorkResult {
    public Failed {
      requireNonNull(reason, "reason is null");
      output = copy(output);
    }
  }

  /** Not done, and trying again would not help. */
  record FailedTerminally(String reason, Map<String, @Nullable Object> output)
      implements WorkResult {
    public FailedTerminally {
      requireNonNull(reason, "reason is null");
      output = copy(output);
    }
  }

  /** Not yet: hand the task out again, to any worker, after a while. */
  record InProgress(long callbackAfterSeconds, Map<String, @Nullable Object> output)
      implements WorkResult {
    public InProgress {
      if (callbackAfterSeconds < 0) {
        throw new IllegalArgumentException(
            "callbackAfterSeconds is negative: " + callbackAfterSeconds);
      }
      output = copy(output);
    }
  }

  static WorkResult completed(Map<String, ? extends @Nullable Object> output) {
    return new Completed(new LinkedHashMap<>(output));
  }

  static WorkResult completed() {
    return new Completed(Map.of());
  }

  static WorkResult failed(String reason) {
    return new Failed(reason, Map.of());
  }

  static WorkResult failedTerminally(String reason) {
    return new FailedTerminally(reason, Map.of());
  }

  static WorkResult inProgress(long callbackAfterSeconds) {
    return new InProgress(callbackAfterSeconds, Map.of());
  }

  private static Map<String, @Nullable Object> copy(Map<String, @Nullable Object> output) {
    return Collections.unmodifiableMap(
        new LinkedHashMap<>(requireNonNull(output, "output is null")));
  }
}
