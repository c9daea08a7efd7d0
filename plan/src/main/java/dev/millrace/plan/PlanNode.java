package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.OpSpec;
import org.jspecify.annotations.Nullable;

/** A node of a loaded plan. Immutable, though its arrays are not copied: nobody writes to them. */
public final class PlanNode {

  private final int index;
  private final String id;
  private final OpSpec op;
  private final NodeCode code;
  private final int[] inputs;
  private final int[] successors;
  private final int prefix;
  private final @Nullable String label;
  private final @Nullable SourceSpan span;

  // What its op and its code are, asked once: to ask for each request costs as much as a small
  // node. No record, because these are no components of it.

  private final OpSpec.Cost cost;
  private final NodeCode.@Nullable Sync sync;
  private final boolean isBatched;
  private final boolean isAsync;

  /**
   * @param index its place in the plan, from 0
   * @param inputs the indices of the nodes whose rows it gets: the plan's inputs, then the nodes
   *     that its params name. One that is named twice is there twice
   * @param successors the indices of the nodes that get its rows, as often as they do
   * @param prefix what {@code count} says, for the contract of ops that take a prefix; else -1
   * @param label what the plan calls the node in traces
   * @param span where it stands in the source that the plan was made from
   */
  PlanNode(
      int index,
      String id,
      OpSpec op,
      NodeCode code,
      int[] inputs,
      int[] successors,
      int prefix,
      @Nullable String label,
      @Nullable SourceSpan span) {
    this.index = index;
    this.id = id;
    this.op = op;
    this.code = code;
    this.inputs = inputs;
    this.successors = successors;
    this.prefix = prefix;
    this.label = label;
    this.span = span;
    this.cost = op.cost();
    this.sync = code instanceof NodeCode.Sync inOneGo ? inOneGo : null;
    this.isBatched = code instanceof NodeCode.Batched;
    this.isAsync = code instanceof NodeCode.Async;
  }

  public int index() {
    return index;
  }

  public String id() {
    return id;
  }

  public OpSpec op() {
    return op;
  }

  public NodeCode code() {
    return code;
  }

  public int[] inputs() {
    return inputs;
  }

  public int[] successors() {
    return successors;
  }

  public int prefix() {
    return prefix;
  }

  public @Nullable String label() {
    return label;
  }

  public @Nullable SourceSpan span() {
    return span;
  }

  OpSpec.Cost cost() {
    return cost;
  }

  /** What it does in one go; null if it cannot. */
  NodeCode.@Nullable Sync sync() {
    return sync;
  }

  /** Whether it can be done in pieces. */
  boolean isBatched() {
    return isBatched;
  }

  /** Whether it is started and ends elsewhere, instead of being computed. */
  boolean isAsync() {
    return isAsync;
  }

  @Override
  public String toString() {
    return id + " (" + op.name() + ")";
  }
}
