package dev.millrace.plan.op;

import dev.millrace.rows.RowSet;
import java.time.Duration;

/**
 * How a node that was started ends. The first of {@link #complete} and {@link #fail} counts; what
 * comes after the request was answered is dropped and counted. Thread-safe; never blocks.
 */
public interface NodeReply {

  void complete(RowSet rows);

  void fail(Throwable error);

  /** Runs {@code action} if the node is given up before it ends; at once if it already is. */
  void onCancel(Runnable action);

  /** Runs {@code action} after {@code delay} on the scheduler's clock, unless the node is over. */
  void after(Duration delay, Runnable action);
}
