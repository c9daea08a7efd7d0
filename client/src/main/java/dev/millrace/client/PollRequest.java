package dev.millrace.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who wants tasks, how many, and how long to wait for the first.
 *
 * @param domain null for none
 */
public record PollRequest(
    String taskType, @Nullable String domain, String workerId, int count, Duration timeout) {

  Target target() {
    return Target.of("/tasks/poll/batch")
        .segment(taskType)
        .query("workerid", workerId)
        .query("domain", domain)
        .query("count", count)
        .query("timeout", timeout.toMillis());
  }
}
