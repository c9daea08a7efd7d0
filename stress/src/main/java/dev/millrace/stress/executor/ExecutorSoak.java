package dev.millrace.stress.executor;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.ExecutorCounters;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.executor.WorkerCounters;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Starts the mix, watches that it gets on, ends it, and sums up. */
final class ExecutorSoak {

  private static final int OF_EACH = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration GLANCE = Duration.ofMillis(5);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(2);

  private final SoakPlan plan;
  private final PrintWriter log;
  private final MillraceExecutor executor;
  private final Ground ground;
  private final long began = System.nanoTime();

  // Of the watching thread.
  private long opsSeen;
  private long submittedSeen;
  private long movedAt = began;
  private long printedAt = began;

  ExecutorSoak(SoakPlan plan, PrintWriter log) {
    this.plan = plan;
    this.log = log;
    this.executor =
        MillraceExecutor.create(
            ExecutorConfig.defaults()
                .withName("soak")
                .withWorkers(plan.workers())
                .withCloseTimeout(PATIENCE));
    this.ground = new Ground(executor);
  }

  Findings run() {
    SplittableRandom random = new SplittableRandom(plan.seed());
    for (int i = 0; i < OF_EACH; i++) {
      Pair.start(ground, random.split());
      Waiter.start(ground, random.split());
      Crowd.start(ground, random.split());
      Churn.start(ground, random.split());
    }
    Burst.start(ground, random.split()); // one is enough: runnables are much quicker than tasks
    boolean moves = true;
    while (moves && ground.findings.ops.sum() < plan.ops() && seconds() < plan.seconds()) {
      moves = watch();
    }
    ground.end();
    while (moves && !isQuiet()) {
      moves = watch();
    }
    if (moves) {
      balance();
    } else {
      ground.findings.lost.add(Math.max(1, executor.counters().live())); // nothing else is alive
      log.println("no progress for " + PATIENCE.toSeconds() + " s while something is owed:");
      log.println(executor.diagnostics());
    }
    executor.close();
    if (moves && executor.counters().live() != 0) {
      ground.findings.unbalanced.increment();
    }
    return ground.findings;
  }

  double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  /** Returns false if nothing has moved for too long. */
  private boolean watch() {
    LockSupport.parkNanos(GLANCE.toNanos());
    long now = System.nanoTime();
    long ops = ground.findings.ops.sum();
    long submitted = executor.counters().submitted();
    if (ops != opsSeen || submitted != submittedSeen) {
      opsSeen = ops;
      submittedSeen = submitted;
      movedAt = now;
    }
    if (now - printedAt > BETWEEN_LINES.toNanos()) {
      printedAt = now;
      log.printf("%,d ops, %,.0f a second; %s%n", ops, ops / seconds(), ground.findings.toString());
      log.flush();
    }
    return now - movedAt < PATIENCE.toNanos();
  }

  /** Whether nothing lives and everybody sleeps; everything that is owed must lead there. */
  private boolean isQuiet() {
    ExecutorCounters counters = executor.counters();
    return counters.live() == 0
        && counters.sleeping() == plan.workers()
        && counters.searching() == 0
        && executor.diagnostics().contains("signalled or owned: 0");
  }

  private void balance() {
    ExecutorCounters counters = executor.counters();
    long taken = counters.workers().stream().mapToLong(WorkerCounters::permits).sum();
    if (counters.failed() != 0 || counters.permits() != taken || counters.live() != 0) {
      ground.findings.unbalanced.increment();
      log.println(executor.diagnostics());
    }
  }
}
