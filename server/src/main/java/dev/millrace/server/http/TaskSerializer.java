package dev.millrace.server.http;

import dev.millrace.client.Task;
import java.util.Map;
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
  public void serialize(Task task, JsonGenerator json, SerializationContext context) {
    new Out(json, context, parts, false).task(task);
  }

  /** Both ways to write a task, and many of them as answers to updates. */
  static JacksonModule module() {
    var tasks = new TaskSerializer();
    return new SimpleModule()
        .addSerializer(Task.class, tasks)
        .addSerializer(LeanTask.class, tasks.new Lean())
        .addSerializer(UpdateTaken.class, tasks.new Taken());
  }

  /** Without the definitions, and without what a reader takes for granted. */
  private final class Lean extends ValueSerializer<LeanTask> {
    @Override
    public void serialize(LeanTask task, JsonGenerator json, SerializationContext context) {
      new Out(json, context, parts, true).task(task.task());
    }
  }

  private final class Taken extends ValueSerializer<UpdateTaken> {
    @Override
    public void serialize(UpdateTaken taken, JsonGenerator json, SerializationContext context) {
      json.writeStartObject(taken);
      json.writeNumberProperty("status", 200);
      json.writeBooleanProperty("accepted", taken.accepted());
      json.writeArrayPropertyStart("tasks");
      Out out = new Out(json, context, parts, !taken.definitions());
      taken.tasks().forEach(out::task);
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  /** Where a task goes. */
  private record Out(
      JsonGenerator json, SerializationContext context, WrittenParts parts, boolean lean) {

    void task(Task task) {
      json.writeStartObject(task);
      head(task);
      middle(task);
      tail(task);
      json.writeEndObject();
    }

    private void head(Task task) {
      text("taskType", task.taskType());
      text("status", task.status() == null ? null : task.status().name());
      map("inputData", task.inputData());
      text("referenceTaskName", task.referenceTaskName());
      number("retryCount", task.retryCount());
      number("seq", task.seq());
      text("correlationId", task.correlationId());
      number("pollCount", task.pollCount());
      text("taskDefName", task.taskDefName());
      number("scheduledTime", task.scheduledTime());
      number("startTime", task.startTime());
      number("endTime", task.endTime());
      number("updateTime", task.updateTime());
    }

    private void middle(Task task) {
      number("startDelayInSeconds", task.startDelayInSeconds());
      text("retriedTaskId", task.retriedTaskId());
      flag("retried", task.retried(), false);
      flag("executed", task.executed(), false);
      flag("callbackFromWorker", task.callbackFromWorker(), true);
      number("responseTimeoutSeconds", task.responseTimeoutSeconds());
      text("workflowInstanceId", task.workflowInstanceId());
      text("workflowType", task.workflowType());
      text("taskId", task.taskId());
      text("reasonForIncompletion", task.reasonForIncompletion());
      number("callbackAfterSeconds", task.callbackAfterSeconds());
      text("workerId", task.workerId());
      map("outputData", task.outputData());
    }

    private void tail(Task task) {
      part("workflowTask", task.workflowTask());
      text("domain", task.domain());
      number("rateLimitPerFrequency", task.rateLimitPerFrequency());
      number("rateLimitFrequencyInSeconds", task.rateLimitFrequencyInSeconds());
      text("externalInputPayloadStoragePath", task.externalInputPayloadStoragePath());
      text("externalOutputPayloadStoragePath", task.externalOutputPayloadStoragePath());
      number("workflowPriority", task.workflowPriority());
      text("executionNameSpace", task.executionNameSpace());
      text("isolationGroupId", task.isolationGroupId());
      number("iteration", task.iteration());
      text("subWorkflowId", task.subWorkflowId());
      flag("subworkflowChanged", task.subworkflowChanged(), false);
      number("firstStartTime", task.firstStartTime());
      value("executionMetadata", task.executionMetadata());
      text("parentTaskId", task.parentTaskId());
      if (!task.runtimeMetadata().isEmpty()) {
        value("runtimeMetadata", task.runtimeMetadata());
      }
      part("taskDefinition", task.taskDefinition());
      number("queueWaitTime", task.queueWaitTime());
      flag("loopOverTask", task.loopOverTask(), false);
    }

    private void text(String name, @Nullable String value) {
      if (value != null) {
        json.writeStringProperty(name, value);
      }
    }

    private void number(String name, long value) {
      if (!lean || value != 0) {
        json.writeNumberProperty(name, value);
      }
    }

    private void flag(String name, boolean value, boolean granted) {
      if (!lean || value != granted) {
        json.writeBooleanProperty(name, value);
      }
    }

    private void map(String name, Map<String, @Nullable Object> value) {
      if (!lean || !value.isEmpty()) {
        value(name, value);
      }
    }

    private void value(String name, @Nullable Object value) {
      if (value != null) {
        json.writeName(name);
        context.writeValue(json, value);
      }
    }

    private void part(String name, @Nullable Object definition) {
      if (!lean && definition != null) {
        json.writeName(name);
        json.writeRawValue(parts.of(definition));
      }
    }
  }
}
