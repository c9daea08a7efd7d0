package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.OpSpec;
import org.jspecify.annotations.Nullable;

/**
 * A node of a loaded plan. Immutable, though its arrays are not copied: nobody writes to them.
 *
 * @param index its place in the plan, from 0
 * @param inputs the indices of the nodes whose rows it gets: the plan's inputs, then the nodes that
 *     its params name. One that is named twice is there twice
 * @param successors the indices of the nodes that get its rows, as often as they do
 * @param prefix what {@code count} says, for the contract of ops that take a prefix; else -1
 * @param label what the plan calls the node in traces
 * @param span where it stands in the source that the plan was made from
 */
@SuppressWarnings("ArrayRecordComponent")
public record PlanNode(
    int index,
    String id,
    OpSpec op,
    NodeCode code,
    int[] inputs,
    int[] successors,
    int prefix,
    @Nullable String label,
    @Nullable SourceSpan span) {}
