package dev.millrace.server.engine;

import java.util.concurrent.atomic.LongAdder;

/** Counts what the engine does. Only ever grow; thread-safe. */
public final class EngineMetrics {

  public final LongAdder batches = new LongAdder();
  public final LongAdder commands = new LongAdder();
  public final LongAdder failedBatches = new LongAdder();
  public final LongAdder storeNanos = new LongAdder();
  public final LongAdder workflowsStarted = new LongAdder();
  public final LongAdder workflowsEnded = new LongAdder();
  public final LongAdder tasksScheduled = new LongAdder();
  public final LongAdder tasksHandedOut = new LongAdder();

  /** Of those handed out, the ones that came with the answer to an update. */
  public final LongAdder tasksChained = new LongAdder();

  public final LongAdder tasksReturned = new LongAdder();
  public final LongAdder tasksEnded = new LongAdder();
  public final LongAdder updatesIgnored = new LongAdder();
  public final LongAdder staleLeases = new LongAdder();
  public final LongAdder timersDue = new LongAdder();
  public final LongAdder alerts = new LongAdder();
}
