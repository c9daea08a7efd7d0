package dev.millrace.plan.op;

import dev.millrace.rows.RowSet;

/**
 * What one node of a plan does when its inputs are there. Shared by all requests, so immutable and
 * thread-safe. Which of the three kinds it is decides where it runs: see {@link OpSpec#cost()}. One
 * that is {@link Sync} and {@link Batched} does few rows in one go, many in pieces.
 */
public sealed interface NodeCode {

  /** Done in one go. */
  @FunctionalInterface
  non-sealed interface Sync extends NodeCode {
    RowSet run(NodeInput input) throws Exception;
  }

  /** Done in pieces, so that a request that is over stops soon. */
  @FunctionalInterface
  non-sealed interface Batched extends NodeCode {
    BatchRun begin(NodeInput input) throws Exception;
  }

  /** Started, and finished by somebody else: IO, a timer. */
  @FunctionalInterface
  non-sealed interface Async extends NodeCode {
    /** Starts and returns at once; must not block. */
    void start(NodeInput input, NodeReply reply) throws Exception;
  }

  /** Work in pieces. Used by one thread at a time. */
  interface BatchRun {

    /**
     * Does a piece that takes far less than a millisecond.
     *
     * @return true if the work is done
     */
    boolean advance() throws Exception;

    /** The rows, once {@link #advance} has returned true. */
    RowSet result() throws Exception;
  }
}
