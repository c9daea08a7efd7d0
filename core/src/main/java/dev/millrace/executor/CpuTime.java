package dev.millrace.executor;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of threads. Loaded by the first who asks: management takes a while. */
final class CpuTime {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  /** In nanoseconds; 0 where the JVM does not know it, as for virtual threads. */
  static long ofThisThread() {
    return Thread.currentThread().isVirtual() || !THREADS.isCurrentThreadCpuTimeSupported()
        ? 0
        : Math.max(0, THREADS.getCurrentThreadCpuTime()); // -1 if somebody switched it off
  }
}
