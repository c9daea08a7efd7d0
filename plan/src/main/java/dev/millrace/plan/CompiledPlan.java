package dev.millrace.plan;

import dev.millrace.plan.registry.EndpointSpec;
import java.util.List;

/**
 * A plan that was checked and linked: requests run it as it is, any number at the same time.
 * Immutable.
 */
public final class CompiledPlan {

  private final String name;
  private final PlanNode[] nodes;
  private final int[] outputs;

  /** How many nodes each node waits for. */
  private final int[] dependencies;

  /**
   * All nodes, in the order in which they become ready if each has ended before the next begins.
   */
  private final int[] order;

  private final int asyncNodes;

  private final PlanInfo info;

  private final List<EndpointSpec> endpoints;

  /** A plan that requires nothing and whose nodes say nothing beyond their ops. */
  CompiledPlan(String name, List<PlanNode> nodes, int[] outputs) {
    this(name, nodes, outputs, PlanInfo.of(name, nodes), List.of());
  }

  /** Made by the loader, which has checked that indices are right and that there is no cycle. */
  CompiledPlan(
      String name,
      List<PlanNode> nodes,
      int[] outputs,
      PlanInfo info,
      List<EndpointSpec> endpoints) {
    this.info = info;
    this.endpoints = List.copyOf(endpoints);
    this.name = name;
    this.nodes = nodes.toArray(PlanNode[]::new);
    this.outputs = outputs.clone();
    this.dependencies = nodes.stream().mapToInt(node -> node.inputs().length).toArray();
    this.order = order(this.nodes, dependencies.clone());
    this.asyncNodes = (int) nodes.stream().filter(PlanNode::isAsync).count();
  }

  private static int[] order(PlanNode[] nodes, int[] waitingFor) {
    int[] order = new int[nodes.length];
    int tail = 0;
    for (int index = 0; index < nodes.length; index++) {
      if (waitingFor[index] == 0) {
        order[tail++] = index;
      }
    }
    for (int head = 0; head < tail; head++) {
      for (int successor : nodes[order[head]].successors()) {
        if (--waitingFor[successor] == 0) {
          order[tail++] = successor;
        }
      }
    }
    return order;
  }

  public String name() {
    return name;
  }

  public List<PlanNode> nodes() {
    return List.of(nodes);
  }

  /** What it needs, writes and costs. */
  public PlanInfo info() {
    return info;
  }

  /** Where its nodes read from, each place once. */
  public List<EndpointSpec> endpoints() {
    return endpoints;
  }

  PlanNode node(int index) {
    return nodes[index];
  }

  int size() {
    return nodes.length;
  }

  /** All nodes, each behind its inputs, as a queue has them. Nobody writes to it. */
  int[] order() {
    return order;
  }

  int asyncNodes() {
    return asyncNodes;
  }

  /** The indices of the nodes whose rows are the answer, in order; one may be there twice. */
  int[] outputs() {
    return outputs;
  }

  /** How many inputs each node waits for: a copy for the caller to count down. */
  int[] dependencies() {
    return dependencies.clone();
  }

  @Override
  public String toString() {
    return "plan %s, %d nodes".formatted(name, nodes.length);
  }
}
