package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import java.util.function.LongSupplier;

/**
 * How an engine works.
 *
 * @param batchRows how many rows a node works on before it looks whether its request is over
 * @param inlineRows a node with more rows than this may be given to another worker
 * @param maxRequests how many requests may be under way; more are refused
 * @param maxRows how many rows all nodes of a request may give together; one that gives more fails
 * @param checked whether every request is checked against its ops' contracts
 * @param nanoTime the clock of the scheduler that the engine runs on
 */
public record EngineConfig(
    int batchRows,
    int inlineRows,
    int maxRequests,
    long maxRows,
    boolean checked,
    LongSupplier nanoTime) {

  private static final int BATCH_ROWS = 4096;
  private static final int INLINE_ROWS = 4096;
  private static final int MAX_REQUESTS = 100_000;

  /** Some hundred megabytes. */
  private static final long MAX_ROWS = 20_000_000;

  public EngineConfig {
    ensurePositive(batchRows, "batchRows");
    ensurePositive(inlineRows, "inlineRows");
    ensurePositive(maxRequests, "maxRequests");
    ensurePositive(maxRows, "maxRows");
    requireNonNull(nanoTime, "nanoTime is null");
  }

  private static void ensurePositive(long value, String name) {
    if (value < 1) {
      throw new IllegalArgumentException("%s is %d, must be at least 1".formatted(name, value));
    }
  }

  public static EngineConfig defaults() {
    return new EngineConfig(
        BATCH_ROWS, INLINE_ROWS, MAX_REQUESTS, MAX_ROWS, false, System::nanoTime);
  }

  public EngineConfig withBatchRows(int rows) {
    return new EngineConfig(rows, inlineRows, maxRequests, maxRows, checked, nanoTime);
  }

  public EngineConfig withInlineRows(int rows) {
    return new EngineConfig(batchRows, rows, maxRequests, maxRows, checked, nanoTime);
  }

  public EngineConfig withMaxRequests(int requests) {
    return new EngineConfig(batchRows, inlineRows, requests, maxRows, checked, nanoTime);
  }

  public EngineConfig withMaxRows(long rows) {
    return new EngineConfig(batchRows, inlineRows, maxRequests, rows, checked, nanoTime);
  }

  public EngineConfig withChecks() {
    return new EngineConfig(batchRows, inlineRows, maxRequests, maxRows, true, nanoTime);
  }

  public EngineConfig withNanoTime(LongSupplier clock) {
    return new EngineConfig(batchRows, inlineRows, maxRequests, maxRows, checked, clock);
  }
}
