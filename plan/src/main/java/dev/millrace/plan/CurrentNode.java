package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;

/** A node that its request computes itself, in pieces. */
record CurrentNode(NodeRun run, NodeCode.BatchRun pieces) {

  /** Does one piece; returns whether it was the last. */
  boolean advance() throws Exception {
    run.countBatch();
    return pieces.advance();
  }
}
