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
final class StepCounter implements BooleanSupplier {

  /** So many numbers fill more than a cache line, and the one beside it that is fetched with it. */
  private static final int PAD = 32;

  private static final VarHandle NUMBER = MethodHandles.arrayElementVarHandle(int[].class);

  private final Runnable end;

  /** What remains, in the middle. */
  private final int[] remaining = new int[PAD + 1 + PAD];

  /**
   * @param end runs within the last step
   */
  StepCounter(int steps, Runnable end) {
    remaining[PAD] = steps;
    this.end = end;
  }

  @Override
  public boolean getAsBoolean() {
    // Opaque, so that a loop over steps remains a loop and is not computed in one go.
    int left = (int) NUMBER.getOpaque(remaining, PAD) - 1;
    NUMBER.setOpaque(remaining, PAD, left);
    if (left > 0) {
      return true;
    }
    end.run();
    return false;
  }
}
