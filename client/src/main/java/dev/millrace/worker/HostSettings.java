package dev.millrace.worker;

import static java.util.Objects.requireNonNull;

import dev.millrace.client.RetryPolicy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executor;

/**
 * What all workers of a host have in common.
 *
 * @param workerId the name under which the server knows this host; no two hosts may share one
 * @param useV2Api whether updates ask for the next task; the environment variable {@code
 *     taskUpdateV2} wins over it
 * @param updateRetry how updates are repeated that the server did not take
 * @param closeTimeout how long closing waits for running tasks before it interrupts them
 * @param executor what runs tasks
 */
public record HostSettings(
    String workerId,
    boolean useV2Api,
    RetryPolicy updateRetry,
    Duration closeTimeout,
    Executor executor) {

  public HostSettings {
    if (requireNonNull(workerId, "workerId is null").isBlank()) {
      throw new IllegalArgumentException("workerId is blank");
    }
    requireNonNull(updateRetry, "updateRetry is null");
    if (requireNonNull(closeTimeout, "closeTimeout is null").isNegative()) {
      throw new IllegalArgumentException("closeTimeout is negative: " + closeTimeout);
    }
    requireNonNull(executor, "executor is null");
  }

  /**
   * Named by the machine and by chance, v2 on, updates repeated for five minutes, 30 s to close, a
   * virtual thread for each task.
   */
  public static HostSettings defaults() {
    return new HostSettings(
        hostName() + "-" + UUID.randomUUID().toString().substring(0, 8),
        true,
        RetryPolicy.defaults().withWindow(Duration.ofMinutes(5)),
        Duration.ofSeconds(30),
        virtualThreads());
  }

  public HostSettings withWorkerId(String id) {
    return new HostSettings(id, useV2Api, updateRetry, closeTimeout, executor);
  }

  public HostSettings withUseV2Api(boolean use) {
    return new HostSettings(workerId, use, updateRetry, closeTimeout, executor);
  }

  public HostSettings withUpdateRetry(RetryPolicy retry) {
    return new HostSettings(workerId, useV2Api, retry, closeTimeout, executor);
  }

  public HostSettings withCloseTimeout(Duration timeout) {
    return new HostSettings(workerId, useV2Api, updateRetry, timeout, executor);
  }

  /** For instance a {@code MillraceExecutor}, for tasks that compute and do not block. */
  public HostSettings withExecutor(Executor newExecutor) {
    return new HostSettings(workerId, useV2Api, updateRetry, closeTimeout, newExecutor);
  }

  private static Executor virtualThreads() {
    Thread.Builder builder = Thread.ofVirtual().name("millrace-worker-", 0);
    return task -> {
      var _ = builder.start(task);
    };
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      // The name is for people; a machine that does not know its own is one of them still.
      return "worker";
    }
  }
}
