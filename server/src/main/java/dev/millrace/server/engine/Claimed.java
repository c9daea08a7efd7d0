package dev.millrace.server.engine;

import dev.millrace.client.Task;
import dev.millrace.server.flow.FlowDef;
import dev.millrace.server.flow.TaskState;
import dev.millrace.server.flow.WireForm;
import dev.millrace.server.store.TaskId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task in the hands of a worker, with what the worker sees of its workflow. */
record Claimed(TaskState task, FlowDef flow, int priority, @Nullable String correlationId) {

  static Claimed of(TaskCodec.Stored stored) {
    return new Claimed(stored.task(), stored.flow(), stored.priority(), stored.correlationId());
  }

  Task wire() {
    var workflow = Objects.requireNonNull(TaskId.parse(task.id())).workflow().toString();
    return WireForm.task(task, new WireForm.Home(workflow, flow.name(), correlationId, priority));
  }
}
