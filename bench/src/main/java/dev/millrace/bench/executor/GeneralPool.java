package dev.millrace.bench.executor;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import kotlinx.coroutines.scheduling.CoroutineScheduler;

/** Pools of which any thread may run anything. */
record GeneralPool(Executor shared, Runnable end) implements RivalPool {

  static RivalPool forkJoin(int workers, boolean async) {
    return of(
        new ForkJoinPool(workers, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, async));
  }

  static RivalPool threadPool(int workers, ThreadFactory threads) {
    return of(Executors.newFixedThreadPool(workers, threads));
  }

  /**
   * The scheduler inside {@code Dispatchers.Default}, made directly: the dispatcher itself is one
   * per process, with a number of threads that cannot be chosen twice.
   */
  static RivalPool kotlin(int workers) {
    var scheduler =
        new CoroutineScheduler(workers, workers, TimeUnit.SECONDS.toNanos(60), "bench-kotlin");
    return new GeneralPool(scheduler, () -> scheduler.shutdown(1_000));
  }

  @Override
  public void close() {
    end.run();
  }

  private static RivalPool of(ExecutorService service) {
    return new GeneralPool(service, service::shutdownNow);
  }
}
