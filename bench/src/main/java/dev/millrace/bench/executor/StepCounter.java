package dev.millrace.bench.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * The smallest step with a state: counts down and answers whether to go on. Used by one thread at a
 * time.
 */
final class StepCounter implements BooleanSupplier {
  private static final VarHandle REMAINING;

  static {
    try {
      REMAINING = MethodHandles.lookup().findVarHandle(StepCounter.class, "remaining", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Runnable end;

  @SuppressWarnings("UnusedVariable") // read through REMAINING
  private int remaining;

  /**
   * @param end runs within the last step
   */
  StepCounter(int steps, Runnable end) {
    remaining = steps;
    this.end = end;
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
