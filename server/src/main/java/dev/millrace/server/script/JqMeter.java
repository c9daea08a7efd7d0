package dev.millrace.server.script;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Counts what one jq query costs: calls and values by themselves, memory as what the thread has
 * allocated, since the library makes values where nobody is asked. Used by one thread.
 */
final class JqMeter {

  static final ScopedValue<JqMeter> CURRENT = ScopedValue.newInstance();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int STEPS_PER_LOOK = 64;

  /** What a value may cost, in bytes. */
  private static final int CELL_BYTES = 128;

  private final ScriptLimits limits;
  private final LongSupplier nanoClock;
  private long startNanos;
  private long startBytes;
  private long steps;
  private long size;

  JqMeter(ScriptLimits limits, LongSupplier nanoClock) {
    this.limits = limits;
    this.nanoClock = nanoClock;
  }

  /** What was there before is not the query's. */
  void begin() {
    startNanos = nanoClock.getAsLong();
    startBytes = THREADS.getCurrentThreadAllocatedBytes();
  }

  void step() {
    if (++steps > limits.steps()) {
      throw new LimitReached("it ran for more than %d steps".formatted(limits.steps()));
    }
    // Each step: a query can double what it has with each one.
    long most = limits.cells() * CELL_BYTES;
    if (THREADS.getCurrentThreadAllocatedBytes() - startBytes > most) {
      throw new LimitReached("it used more than %d MB of memory".formatted(most >> 20));
    }
    if (steps % STEPS_PER_LOOK == 0) {
      look();
    }
  }

  private void look() {
    if (nanoClock.getAsLong() - startNanos > limits.time().toNanos()) {
      throw new LimitReached("it ran for more than %d ms".formatted(limits.time().toMillis()));
    }
  }

  /** Elements, properties and characters of the result. */
  void result(long more) {
    size += more;
    if (size > limits.resultSize()) {
      throw new LimitReached(
          "its result has more than %d characters, elements and properties"
              .formatted(limits.resultSize()));
    }
  }
}
