/**
 * Pipelines: batches flow from sources through pipes into one sink, as the steps of a task.
 *
 * <pre>
 *   LogicalPipeline ──compile──► PhysicalPipeline, one per level
 *                                    │ open (dop)
 *                                    ▼
 *        lane 0   channel 0:  source ─► pipe ─► pipe ─┐
 *                 channel 1:  source ───────► pipe ───┴─► sink
 *        lane 1   ...the same operators, other state...
 * </pre>
 *
 * <p>Operators hold semantics and state per lane; they never choose threads, never wait and never
 * call each other. {@link dev.millrace.pipeline.PipelineTask} is the resumable machine that calls
 * them, one bounded step at a time; a lane is one instance of that task. {@link
 * dev.millrace.pipeline.PipelineRunner} runs all the groups that belong to a pipeline in order.
 *
 * <p>The model is that of Ara and of broken-pipeline. Deliberate differences:
 *
 * <ul>
 *   <li>pipes and sinks may answer Finished, so that a limit stops its source; sources and sinks
 *       may answer Yield;
 *   <li>one cancel flag per pipeline, not per channel, and an answer that an operator may not give
 *       is an error that names the operator, not an abort;
 *   <li>operators are opened once per physical pipeline, shared ones too, and closed however it
 *       ends;
 *   <li>after a Yield the lane's next step goes to the channel that yielded, whichever other
 *       channel has become ready: that step is the one that the scheduler runs at low priority;
 *   <li>channels that part after a shared pipe with an implicit source are refused.
 * </ul>
 */
@CheckReturnValue
@NullMarked
package dev.millrace.pipeline;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
