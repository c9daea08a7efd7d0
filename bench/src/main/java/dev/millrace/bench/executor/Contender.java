package dev.millrace.bench.executor;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/** Who takes part. */
enum Contender {
  MILLRACE("Millrace", "Millrace", Side.OURS),
  FORK_JOIN("ForkJoinPool", "FJP", Side.GENERAL),
  FORK_JOIN_ASYNC("ForkJoinPool async", "FJP async", Side.GENERAL),
  THREAD_POOL("ThreadPoolExecutor", "TPE", Side.GENERAL),
  VIRTUAL_THREADS("virtual threads", "virtual", Side.GENERAL),
  KOTLIN("Kotlin dispatcher", "Kotlin", Side.GENERAL),
  JCTOOLS("JCTools pool", "JCTools", Side.PINNED),
  NETTY("Netty event loops", "Netty", Side.PINNED),
  DISRUPTOR("Disruptor", "Disruptor", Side.PINNED);

  /** Tasks that are still parked when a workload is over are not worth waiting for. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(10);

  private final String label;
  private final String column;
  private final Side side;

  Contender(String label, String column, Side side) {
    this.label = label;
    this.column = column;
    this.side = side;
  }

  String label() {
    return label;
  }

  /** The head of a narrow column. */
  String column() {
    return column;
  }

  Side side() {
    return side;
  }

  /** Starts the threads and prepares the workload on them. */
  Entry enter(Workload workload, int workers) throws InterruptedException {
    if (this == MILLRACE) {
      MillraceExecutor executor = executor(workers);
      return new Entry(workload.ours(executor), executor, executor::diagnostics);
    }
    RivalPool pool = pool(workers, workload.backlog());
    return new Entry(workload.rival(pool), pool, () -> "");
  }

  /**
   * Limits the threads that carry virtual threads. Only heeded before the first virtual thread of
   * the process starts.
   */
  static void limitCarriers(int workers) {
    System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(workers));
    System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", Integer.toString(workers));
  }

  static MillraceExecutor executor(int workers) {
    return MillraceExecutor.create(
        ExecutorConfig.defaults().withWorkers(workers).withCloseTimeout(CLOSE_TIMEOUT));
  }

  /** Starts the threads of a rival, with queues of at least that many places. */
  RivalPool pool(int workers, int backlog) {
    ThreadFactory threads = Thread.ofPlatform().name("bench-" + label + "-", 0).daemon().factory();
    return switch (this) {
      case MILLRACE -> throw new IllegalStateException("not a rival");
      case FORK_JOIN -> GeneralPool.forkJoin(workers, false);
      case FORK_JOIN_ASYNC -> GeneralPool.forkJoin(workers, true);
      case THREAD_POOL -> GeneralPool.threadPool(workers, threads);
      case VIRTUAL_THREADS -> new VirtualThreadPool();
      case KOTLIN -> GeneralPool.kotlin(workers);
      case JCTOOLS -> new JcToolsPool(workers, backlog, threads);
      case NETTY -> new NettyPool(workers, threads);
      case DISRUPTOR -> new DisruptorPool(workers, backlog, threads);
    };
  }

  /**
   * A prepared scenario with the threads that it runs on.
   *
   * @param diagnostics where work is and who sleeps, if they can say so
   */
  record Entry(Scenario scenario, AutoCloseable threads, Supplier<String> diagnostics) {}
}
