package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import java.util.function.LongSupplier;

/**
 * How an engine works.
 *
 * @param batchRows how many rows a node works on before it looks whether its request is over
 * @param inlineRows a node with more rows than this may be given to another worker
 * @param maxRequests how many requests may be under way; more are refused
 * @param checked whether every request is checked against its ops' contracts
 * @param nanoTime the clock of the scheduler that the engine runs on
 */
public record EngineConfig(
    int batchRows, int inlineRows, int maxRequests, boolean checked, LongSupplier nanoTime) {

  public EngineConfig {
    ensurePositive(batchRows, "batchRows");
    ensurePositive(inlineRows, "inlineRows");
    ensurePositive(maxRequests, "maxRequests");
    requireNonNull(nanoTime, "nanoTime is null");
  }

  private static void ensurePositive(int value, String name) {
    if (value < 1) {
      throw new IllegalArgumentException("%s is %d, must be at least 1".formatted(name, value));
    }
  }

  public static EngineConfig defaults() {
    return new EngineConfig(4096, 4096, 100_000, false, System::nanoTime);
  }

  public EngineConfig withBatchRows(int rows) {
    return new EngineConfig(rows, inlineRows, maxRequests, checked, nanoTime);
  }

  public EngineConfig withInlineRows(int rows) {
    return new EngineConfig(batchRows, rows, maxRequests, checked, nanoTime);
  }

  public EngineConfig withMaxRequests(int requests) {
    return new EngineConfig(batchRows, inlineRows, requests, checked, nanoTime);
  }

  public EngineConfig withChecks() {
    return new EngineConfig(batchRows, inlineRows, maxRequests, true, nanoTime);
  }

  public EngineConfig withNanoTime(LongSupplier clock) {
    return new EngineConfig(batchRows, inlineRows, maxRequests, checked, clock);
  }
}
