package dev.millrace.server.flow;

import dev.millrace.client.WorkflowTask;
import org.jspecify.annotations.Nullable;

/**
 * What a task is and where it belongs; does not change.
 *
 * @param ref its reference name, with the turns of the loops it is in: {@code a__2}
 * @param type the type of its queue, if it has one
 * @param seq its place in the order in which the workflow's tasks were made, from 1
 * @param iteration the turn of the loop it is in, 0 if it is in none
 * @param owner the reference name of the loop task it is in; null for the workflow itself
 * @param branch the reference name of the task of a dynamic fork that it is or is inside of
 * @param join the reference name of the join that a dynamic fork made for it
 * @param source its definition; of steps of the workflow's definition, shared with it
 */
public record TaskKey(
    String id,
    String ref,
    String type,
    String defName,
    int seq,
    int iteration,
    @Nullable String owner,
    @Nullable String branch,
    @Nullable String join,
    WorkflowTask source) {

  /** The reference name in the definition. */
  public String base() {
    return source.taskReferenceName();
  }

  /** What the loops added to the reference name. */
  String suffix() {
    return ref.substring(base().length());
  }
}
