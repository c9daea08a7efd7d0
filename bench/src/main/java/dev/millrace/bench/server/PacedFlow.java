package dev.millrace.bench.server;

import dev.millrace.client.ClientException;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.worker.WorkResult;
import dev.millrace.worker.WorkerHost;
import dev.millrace.worker.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** A hundred workflows a second, and how long each of their tasks waited. Used by one thread. */
final class PacedFlow {

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int THREADS = 30;
  private static final Duration POLL = Duration.ofMillis(500);

  /** How long to wait for what has not come; a server that does not keep up is cut off here. */
  private static final Duration REST = Duration.ofSeconds(10);

  static final int DIGITS = 3;

  private final Bout bout;
  private final Histogram micros = new ConcurrentHistogram(DIGITS);
  private final LongAdder failed = new LongAdder();

  PacedFlow(Bout bout) {
    this.bout = bout;
  }

  /** Of every task that began, the microseconds since it was scheduled. */
  Histogram run(Duration time) throws InterruptedException {
    Workers workers =
        Workers.connect(bout.client())
            .defaults(each -> each.withThreadCount(THREADS).withMaxPollTimeout(POLL));
    bout.flows().chainTypes().forEach(type -> workers.worker(type, this::take));
    try (WorkerHost host = workers.start()) {
      long started = start(time);
      long end = System.nanoTime() + REST.toNanos();
      long tasks = started * Flows.CHAIN_TASKS;
      while (host.balance().completed() < tasks && System.nanoTime() < end) {
        LockSupport.parkNanos(TICK_NANOS);
      }
    }
    if (failed.sum() > 0 || micros.getTotalCount() == 0) {
      throw new IllegalStateException(failed.sum() + " workflows could not be started");
    }
    return micros;
  }

  private WorkResult take(Task task) {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    micros.recordValue(Math.max(0, now - TimeUnit.MILLISECONDS.toMicros(task.scheduledTime())));
    return WorkResult.completed();
  }

  private long start(Duration time) throws InterruptedException {
    StartWorkflowRequest request = bout.flows().chain();
    long due = System.nanoTime();
    long until = due + time.toNanos();
    long count = 0;
    while (due < until) {
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      var _ =
          bout.client()
              .workflows()
              .start(request)
              .future()
              .whenComplete((_, failure) -> {
                if (failure instanceof ClientException) {
                  failed.increment();
                }
              });
      count++;
      due += TICK_NANOS;
    }
    return count;
  }
}
