package dev.millrace.server.http;

import dev.millrace.client.Task;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes tasks as {@link dev.millrace.client.WireJson} does, field by field, but copies the bytes
 * of their definitions, which are most of a task, from where they were written before. {@code
 * TaskSerializerTest} holds it against the other. Thread-safe.
 */
final class TaskSerializer extends ValueSerializer<Task> {

  private final WrittenParts parts = new WrittenParts();

  @Override
  public void serialize(Task task, JsonGenerator out, SerializationContext context) {
    write(task, out, context, true);
  }

  private void write(
      Task task, JsonGenerator out, SerializationContext context, boolean definitions) {
    out.writeStartObject(task);
    writeHead(task, out, context);
    writeMiddle(task, out, context);
    writeTail(task, out, context, definitions);
    out.writeEndObject();
  }

  /** Both ways to write a task. */
  static JacksonModule module() {
    var tasks = new TaskSerializer();
    return new SimpleModule()
        .addSerializer(Task.class, tasks)
        .addSerializer(LeanTask.class, tasks.new Lean());
  }

  private static void writeHead(Task task, JsonGenerator out, SerializationContext context) {
    text(out, "taskType", task.taskType());
    text(out, "status", task.status() == null ? null : task.status().name());
    value(out, context, "inputData", task.inputData());
    text(out, "referenceTaskName", task.referenceTaskName());
    out.writeNumberProperty("retryCount", task.retryCount());
    out.writeNumberProperty("seq", task.seq());
    text(out, "correlationId", task.correlationId());
    out.writeNumberProperty("pollCount", task.pollCount());
    text(out, "taskDefName", task.taskDefName());
    out.writeNumberProperty("scheduledTime", task.scheduledTime());
    out.writeNumberProperty("startTime", task.startTime());
    out.writeNumberProperty("endTime", task.endTime());
    out.writeNumberProperty("updateTime", task.updateTime());
  }

  private static void writeMiddle(Task task, JsonGenerator out, SerializationContext context) {
    out.writeNumberProperty("startDelayInSeconds", task.startDelayInSeconds());
    text(out, "retriedTaskId", task.retriedTaskId());
    out.writeBooleanProperty("retried", task.retried());
    out.writeBooleanProperty("executed", task.executed());
    out.writeBooleanProperty("callbackFromWorker", task.callbackFromWorker());
    out.writeNumberProperty("responseTimeoutSeconds", task.responseTimeoutSeconds());
    text(out, "workflowInstanceId", task.workflowInstanceId());
    text(out, "workflowType", task.workflowType());
    text(out, "taskId", task.taskId());
    text(out, "reasonForIncompletion", task.reasonForIncompletion());
    out.writeNumberProperty("callbackAfterSeconds", task.callbackAfterSeconds());
    text(out, "workerId", task.workerId());
    value(out, context, "outputData", task.outputData());
  }

  private void writeTail(
      Task task, JsonGenerator out, SerializationContext context, boolean definitions) {
    part(out, "workflowTask", definitions ? task.workflowTask() : null);
    text(out, "domain", task.domain());
    out.writeNumberProperty("rateLimitPerFrequency", task.rateLimitPerFrequency());
    out.writeNumberProperty("rateLimitFrequencyInSeconds", task.rateLimitFrequencyInSeconds());
    text(out, "externalInputPayloadStoragePath", task.externalInputPayloadStoragePath());
    text(out, "externalOutputPayloadStoragePath", task.externalOutputPayloadStoragePath());
    out.writeNumberProperty("workflowPriority", task.workflowPriority());
    text(out, "executionNameSpace", task.executionNameSpace());
    text(out, "isolationGroupId", task.isolationGroupId());
    out.writeNumberProperty("iteration", task.iteration());
    text(out, "subWorkflowId", task.subWorkflowId());
    out.writeBooleanProperty("subworkflowChanged", task.subworkflowChanged());
    out.writeNumberProperty("firstStartTime", task.firstStartTime());
    value(out, context, "executionMetadata", task.executionMetadata());
    text(out, "parentTaskId", task.parentTaskId());
    if (!task.runtimeMetadata().isEmpty()) {
      value(out, context, "runtimeMetadata", task.runtimeMetadata());
    }
    part(out, "taskDefinition", definitions ? task.taskDefinition() : null);
    out.writeNumberProperty("queueWaitTime", task.queueWaitTime());
    out.writeBooleanProperty("loopOverTask", task.loopOverTask());
  }

  private static void text(JsonGenerator out, String name, @Nullable String value) {
    if (value != null) {
      out.writeStringProperty(name, value);
    }
  }

  private static void value(
      JsonGenerator out, SerializationContext context, String name, @Nullable Object value) {
    if (value != null) {
      out.writeName(name);
      context.writeValue(out, value);
    }
  }

  private void part(JsonGenerator out, String name, @Nullable Object definition) {
    if (definition != null) {
      out.writeName(name);
      out.writeRawValue(parts.of(definition));
    }
  }

  /** Without the definitions. */
  private final class Lean extends ValueSerializer<LeanTask> {
    @Override
    public void serialize(LeanTask lean, JsonGenerator out, SerializationContext context) {
      write(lean.task(), out, context, false);
    }
  }
}
