package dev.millrace.plan;

/**
 * The edges of a plan, as indices. Nobody writes to the arrays.
 *
 * @param inputs of each node: the plan's inputs, then the nodes that its params name
 * @param successors of each node, in the order of the edges: node by node, inputs first
 * @param order all nodes, each behind its inputs
 */
@SuppressWarnings("ArrayRecordComponent") // the arrays are the point; nobody compares graphs
record PlanGraph(int[][] inputs, int[][] successors, int[] order, int[] outputs) {

  /** Whether a node's rows are part of the answer. */
  boolean[] isOutput() {
    boolean[] result = new boolean[inputs.length];
    for (int output : outputs) {
      result[output] = true;
    }
    return result;
  }
}
