package dev.millrace.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who wants tasks, how many, and how long to wait for the first.
 *
 * @param domain null for none
 * @param definitions whether tasks come with their definitions, which are most of what is sent
 */
public record PollRequest(
    String taskType,
    @Nullable String domain,
    String workerId,
    int count,
    Duration timeout,
    boolean definitions) {

  public PollRequest {
    requireNonNull(taskType, "taskType is null");
    requireNonNull(workerId, "workerId is null");
    requireNonNull(timeout, "timeout is null");
  }

  /** One task with all there is to know of it, if there is one now. */
  public static PollRequest of(String taskType, String workerId) {
    return new PollRequest(taskType, null, workerId, 1, Duration.ZERO, true);
  }

  Target target() {
    return Target.of("/tasks/poll/batch")
        .segment(taskType)
        .query("workerid", workerId)
        .query("domain", domain)
        .query("count", count)
        .query("timeout", timeout.toMillis())
        .query("definitions", definitions ? null : "false");
  }
}
