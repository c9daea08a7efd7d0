package dev.millrace.pipeline;

import dev.millrace.task.Resumer;
import dev.millrace.task.TaskContext;

/**
 * Where a call of an operator takes place.
 *
 * @param task the context of the running group: resumers, deadline, cancel token, clock
 * @param channel the input that the batch came by: the channel's index in its {@link
 *     LogicalPipeline}. The channel that continues after an implicit source keeps the index of the
 *     channel that it was split from, so a join or a union can tell its inputs apart at every level
 * @param lane which of the parallel instances calls, from 0: the task id. State indexed by it needs
 *     no lock, as calls for one lane never overlap and each sees what the last one wrote
 */
public record OpContext(TaskContext task, int channel, int lane) {

  public Resumer newResumer() {
    return task.newResumer();
  }
}
