package dev.millrace.worker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.client.TaskChannel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Workers that are running: one runner for each task type and domain, one set of leases for all.
 * Thread-safe.
 *
 * <p>Closing, in this order: ask for nothing more; hand back what has not begun; wait for what
 * runs, and tell the server of it; interrupt what takes too long, and hand that back; let go of the
 * leases, last.
 */
public final class WorkerHost implements AutoCloseable {

  private static final Logger LOG = System.getLogger(WorkerHost.class.getName());

  /** How long interrupted tasks have to end. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final HostLink link;
  private final List<TaskRunner> runners;
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Guarded by this. */
  private boolean closing;

  private WorkerHost(HostLink link, List<TaskRunner> runners) {
    this.link = link;
    this.runners = runners;
  }

  static WorkerHost start(
      TaskChannel channel, HostSettings settings, V2Switch v2, List<WorkerSpec> specs) {
    HostLink link = new HostLink(channel, settings, v2, new SplittableRandom());
    List<TaskRunner> runners = specs.stream().map(spec -> new TaskRunner(link, spec)).toList();
    channel.loop().execute(() -> runners.forEach(TaskRunner::start));
    return new WorkerHost(link, runners);
  }

  /** The name under which the server knows this host. */
  public String workerId() {
    return link.settings().workerId();
  }

  /** What each worker did so far. */
  public List<WorkerMetrics> metrics() {
    return runners.stream()
        .map(runner -> WorkerMetrics.of(runner.spec(), link.v2().isOn(), runner.tally()))
        .toList();
  }

  /** What became of all tasks so far. */
  public Balance balance() {
    return runners.stream()
        .map(runner -> runner.tally().balance())
        .reduce(Balance.EMPTY, Balance::plus);
  }

  /** Waits until somebody closes this host. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /** Waits until the process is told to end, and closes this host before it does. */
  public void runUntilShutdown() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "millrace-worker-shutdown"));
    awaitClosed();
  }

  @Override
  public void close() {
    shutdown();
  }

  /**
   * Closes as {@link #close} does and answers what became of all tasks. If the calling thread is
   * interrupted, running tasks are interrupted at once. Who comes second waits for the first.
   */
  @CanIgnoreReturnValue
  public Balance shutdown() {
    if (transitionToClosing()) {
      drain();
      closed.countDown();
      LOG.log(Level.INFO, "Workers closed: {0}", balance());
    } else {
      await(closed);
    }
    return balance();
  }

  private synchronized boolean transitionToClosing() {
    boolean first = !closing;
    closing = true;
    return first;
  }

  private void drain() {
    if (!link.onLoop(() -> runners.forEach(TaskRunner::stop))) {
      return;
    }
    CompletableFuture<Void> drained =
        CompletableFuture.allOf(
            runners.stream().map(TaskRunner::drained).toArray(CompletableFuture<?>[]::new));
    boolean interrupted = false;
    try {
      if (!isDoneWithin(drained, link.settings().closeTimeout())) {
        link.onLoop(() -> link.leases().cancelAll(CancelReason.SHUTDOWN));
        boolean _ = isDoneWithin(drained, GRACE);
      }
    } catch (InterruptedException e) {
      interrupted = true;
      link.onLoop(() -> link.leases().cancelAll(CancelReason.SHUTDOWN));
    }
    letGo();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void letGo() {
    CountDownLatch done = new CountDownLatch(1);
    boolean begun =
        link.onLoop(() -> {
          for (HeldTask left : link.leases().close()) {
            left.runner().tally().abandoned.increment();
          }
          runners.forEach(TaskRunner::close);
          done.countDown();
        });
    if (begun) {
      await(done);
    }
  }

  /** Keeps an interrupt for later: this does not take long. */
  private static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isDoneWithin(CompletableFuture<Void> drained, Duration time)
      throws InterruptedException {
    try {
      drained.get(time.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a runner failed to drain", e);
    }
  }

  @Override
  public String toString() {
    return "workers " + workerId() + ": " + metrics();
  }
}
