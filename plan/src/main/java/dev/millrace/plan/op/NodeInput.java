package dev.millrace.plan.op;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.rows.RowSet;

/** What a node works on: one node of one request. Not to be used when the node has ended. */
public interface NodeInput {

  /** The rows of the first input. */
  RowSet rows();

  /** The rows of input {@code index}: first the plan's inputs, then the nodes that params name. */
  RowSet rows(int index);

  RequestInfo request();

  RedisClient redis(EndpointSpec endpoint);

  /** Whether nobody waits for the result any more: whoever works may stop. */
  boolean isOver();

  /** The scheduler's clock, real or virtual. */
  long nanoTime();

  /** How many rows a piece of work should have. */
  int batchRows();

  /** Adds to a number that the trace shows with this node, e.g. {@code skipped}. */
  void count(String what, long amount);
}
