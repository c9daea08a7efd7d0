package dev.millrace.bench.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * The smallest step with a state: counts down and answers whether to go on. Used by one thread at a
 * time.
 *
 * <p>The state has a cache line of its own. Otherwise it shares one with whatever was allocated
 * beside it, which is the task or runnable of the next counter, and two threads that run different
 * steps take it from each other all the time. That would be measured instead of the pools.
 */
final class StepCounter extends CacheLine.PaddedCount implements BooleanSupplier {
  private static final VarHandle REMAINING;

  static {
    try {
      REMAINING =
          MethodHandles.lookup().findVarHandle(CacheLine.Count.class, "remaining", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * @param end runs within the last step
   */
  StepCounter(int steps, Runnable end) {
    super(steps, end);
  }

  @Override
  public boolean getAsBoolean() {
    // Opaque, so that a loop over steps remains a loop and is not computed in one go.
    int left = (int) REMAINING.getOpaque(this) - 1;
    REMAINING.setOpaque(this, left);
    if (left > 0) {
      return true;
    }
    end.run();
    return false;
  }
}
