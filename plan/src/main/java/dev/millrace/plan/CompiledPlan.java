package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

  /** Whether a node waits for more than one. */
  private final boolean hasJoins;

  /** The nodes that wait for none. */
  private final int[] sources;

  /** Whether each node is started and ends elsewhere. */
  private final boolean[] async;

  private final int asyncNodes;

  // What a node's code is, asked once: to ask it for each request costs as much as a small node.

  /** The code of each node that can be done in one go; else null. */
  private final NodeCode.@Nullable Sync[] syncs;

  /** Whether each node can be done in pieces. */
  private final boolean[] batched;

  private final OpSpec.Cost[] costs;

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
    this.hasJoins = Arrays.stream(dependencies).anyMatch(inputs -> inputs > 1);
    this.sources =
        IntStream.range(0, dependencies.length).filter(i -> dependencies[i] == 0).toArray();
    this.async = new boolean[this.nodes.length];
    this.syncs = new NodeCode.@Nullable Sync[this.nodes.length];
    this.batched = new boolean[this.nodes.length];
    this.costs = nodes.stream().map(node -> node.op().cost()).toArray(OpSpec.Cost[]::new);
    int starts = 0;
    for (PlanNode node : this.nodes) {
      syncs[node.index()] = node.code() instanceof NodeCode.Sync sync ? sync : null;
      batched[node.index()] = node.code() instanceof NodeCode.Batched;
      async[node.index()] = node.code() instanceof NodeCode.Async;
      starts += async[node.index()] ? 1 : 0;
    }
    this.asyncNodes = starts;
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

  /** The nodes that are ready from the beginning. */
  int[] sources() {
    return sources;
  }

  /** Whether a node is started and ends elsewhere, instead of being computed. */
  boolean isAsync(int index) {
    return async[index];
  }

  /** What a node does in one go; null if it cannot. */
  NodeCode.@Nullable Sync sync(int index) {
    return syncs[index];
  }

  /** Whether a node can be done in pieces. */
  boolean isBatched(int index) {
    return batched[index];
  }

  OpSpec.Cost cost(int index) {
    return costs[index];
  }

  int asyncNodes() {
    return asyncNodes;
  }

  /** The indices of the nodes whose rows are the answer, in order; one may be there twice. */
  int[] outputs() {
    return outputs;
  }

  /**
   * How many inputs each node waits for: a copy for the caller to count down. Null if no node waits
   * for more than one, so that there is nothing to count.
   */
  int @Nullable [] dependencies() {
    return hasJoins ? dependencies.clone() : null;
  }

  @Override
  public String toString() {
    return "plan %s, %d nodes".formatted(name, nodes.length);
  }
}
