package dev.millrace.bench.executor;

import com.sun.management.OperatingSystemMXBean;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** What our executor takes while nothing happens: processor time and memory. */
final class Resources {
  private static final int COLLECTIONS = 3;

  private Resources() {}

  /**
   * Processor time of the whole process over {@code time} with idle workers, as a percentage of one
   * core. Includes what the JVM itself does meanwhile.
   */
  static double idleCpuPercent(int workers, Duration time) throws InterruptedException {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    try (MillraceExecutor executor = Contender.executor(workers)) {
      Semaphore ran = new Semaphore(0);
      executor.execute(ran::release);
      ran.acquire();
      Thread.sleep(time.dividedBy(4));
      long cpuBefore = system.getProcessCpuTime();
      long wallBefore = System.nanoTime();
      Thread.sleep(time);
      long cpu = system.getProcessCpuTime() - cpuBefore;
      return 100.0 * cpu / (System.nanoTime() - wallBefore);
    }
  }

  /**
   * Heap that a parked lone task takes with its handle, beside the {@code Task} and the step, which
   * are the user's: the difference in use after full collections, over a million tasks.
   */
  static double bytesPerParkedTask(int workers) throws InterruptedException {
    try (MillraceExecutor executor = Contender.executor(workers)) {
      Tally tally = new Tally();
      ParkedTask[] steps = ParkedTask.many(tally);
      Task[] tasks = ParkedTask.tasks(steps);
      TaskHandle[] handles = new TaskHandle[tasks.length];
      try {
        long before = usedAfterCollection();
        ParkedTask.park(tasks, handles, executor);
        tally.awaitTotal(tasks.length);
        return (double) (usedAfterCollection() - before) / tasks.length;
      } finally {
        Reference.reachabilityFence(tasks);
        Reference.reachabilityFence(handles);
      }
    }
  }

  private static long usedAfterCollection() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
