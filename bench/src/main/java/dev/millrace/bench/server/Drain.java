package dev.millrace.bench.server;

import com.sun.management.OperatingSystemMXBean;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.worker.WorkResult;
import dev.millrace.worker.WorkerHost;
import dev.millrace.worker.WorkerMetrics;
import dev.millrace.worker.Workers;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Starts workflows, and when all are there has our worker do their tasks: 60 at a time of each
 * type, each without work. It is over when the server has answered the last result. Used by one
 * thread.
 */
final class Drain {

  private static final int THREADS = 60;

  /** Short, so that closing an idle worker does not take long; nobody waits in a drain. */
  private static final Duration POLL = Duration.ofMillis(200);

  private static final Duration STUCK = Duration.ofSeconds(60);
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final MillraceClient client;
  private final Flows flows;
  private final ServerCpu cpu;

  /** What a server's processes have used. */
  interface ServerCpu {
    long serverNanos();

    long databaseNanos();

    /** Of a server that is not ours to look into. */
    ServerCpu UNKNOWN =
        new ServerCpu() {
          @Override
          public long serverNanos() {
            return 0;
          }

          @Override
          public long databaseNanos() {
            return 0;
          }
        };
  }

  Drain(MillraceClient client, Flows flows, ServerCpu cpu) {
    this.client = client;
    this.flows = flows;
    this.cpu = cpu;
  }

  /** So many workflows of three tasks. */
  DrainSample chains(int workflows) throws InterruptedException {
    flows.start(flows.chain(), workflows);
    return work(flows.chainTypes(), (long) workflows * Flows.CHAIN_TASKS, null);
  }

  /** One workflow with so many branches; its start counts. */
  DrainSample forks(int branches) throws InterruptedException {
    return work(List.of(flows.forkedType()), branches, flows.forked(branches));
  }

  private DrainSample work(List<String> types, long tasks, @Nullable StartWorkflowRequest first)
      throws InterruptedException {
    Workers workers =
        Workers.connect(client)
            .defaults(each -> each.withThreadCount(THREADS).withMaxPollTimeout(POLL));
    types.forEach(type -> workers.worker(type, _ -> WorkResult.completed()));
    long clientCpu = SYSTEM.getProcessCpuTime();
    long serverCpu = cpu.serverNanos();
    long databaseCpu = cpu.databaseNanos();
    long start = System.nanoTime();
    try (WorkerHost host = workers.start()) {
      if (first != null) {
        String _ = client.workflows().start(first).await();
      }
      awaitCompleted(host, tasks);
      double count = tasks;
      return new DrainSample(
          count / ((System.nanoTime() - start) / 1e9),
          (cpu.serverNanos() - serverCpu) / 1e3 / count,
          (cpu.databaseNanos() - databaseCpu) / 1e3 / count,
          (SYSTEM.getProcessCpuTime() - clientCpu) / 1e3 / count,
          host.metrics().stream().mapToLong(Drain::requests).sum() / count);
    }
  }

  private static long requests(WorkerMetrics metrics) {
    return metrics.serverPolls()
        + metrics.tasks().completed()
        + metrics.updateRetries()
        + metrics.leaseExtensions();
  }

  private static void awaitCompleted(WorkerHost host, long tasks) throws InterruptedException {
    long last = -1;
    long since = System.nanoTime();
    while (true) {
      long completed = host.balance().completed();
      if (completed >= tasks) {
        return;
      }
      if (completed != last) {
        last = completed;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > STUCK.toNanos()) {
        throw new IllegalStateException(
            "only %d of %d tasks were done: %s".formatted(completed, tasks, host));
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
