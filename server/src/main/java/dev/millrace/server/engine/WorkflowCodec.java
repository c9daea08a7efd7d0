package dev.millrace.server.engine;

import dev.millrace.server.flow.WorkflowKey;
import dev.millrace.server.flow.WorkflowProgress;
import dev.millrace.server.flow.WorkflowState;
import dev.millrace.server.flow.WorkflowStatus;
import dev.millrace.server.store.WorkflowRow;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Workflows as rows and back. */
final class WorkflowCodec {

  private static final int FORMAT = 1;

  private WorkflowCodec() {}

  /**
   * The row of a workflow.
   *
   * @param before what is stored now, or null if it is new
   */
  static WorkflowRow row(
      WorkflowState workflow, @Nullable WorkflowState before, long definition, boolean watched) {
    var key = workflow.key();
    var times = workflow.times();
    var data = workflow.data();
    return new WorkflowRow(
        UUID.fromString(key.id()),
        key.name(),
        key.version(),
        workflow.status().name(),
        key.correlationId(),
        key.parentId() == null ? null : UUID.fromString(key.parentId()),
        times.created(),
        times.updated(),
        times.ended(),
        workflow.progress().dueAt(),
        definition,
        key.idempotencyKey(),
        watched,
        body(workflow),
        before != null && before.data().input() == data.input() ? null : Body.json(data.input()),
        before != null && before.data().output() == data.output()
            ? null
            : Body.json(data.output()));
  }

  private static byte[] body(WorkflowState workflow) {
    var key = workflow.key();
    var progress = workflow.progress();
    return new Body.Out(FORMAT)
        .put(key.parentTaskId())
        .put(key.priority())
        .value(key.taskToDomain().isEmpty() ? null : key.taskToDomain())
        .put(key.createdBy())
        .put(workflow.times().lastRetried())
        .put(workflow.data().reason())
        .value(workflow.data().variables().isEmpty() ? null : workflow.data().variables())
        .value(workflow.failedRefs())
        .value(workflow.failedNames())
        .put(progress.madeBefore())
        .put(progress.seq())
        .put(progress.open())
        .put(progress.active())
        .value(progress.unsettled())
        .put(progress.lastTaskId())
        .put(progress.endedBy())
        .put(progress.permissiveFailure())
        .put(progress.alerted())
        .done();
  }

  static WorkflowState workflow(WorkflowRow row) {
    try (var in = new Body.In(row.body(), FORMAT)) {
      var key = key(row, in);
      var times =
          new WorkflowState.Times(row.createdAt(), row.updatedAt(), row.endedAt(), in.nextLong());
      var reason = in.optionalText();
      var data =
          new WorkflowState.Data(
              Body.fields(row.input()), Body.fields(row.output()), fields(in), reason);
      return new WorkflowState(
          key,
          WorkflowStatus.valueOf(row.status()),
          data,
          times,
          in.textSet(),
          in.textSet(),
          progress(row, in));
    }
  }

  private static WorkflowKey key(WorkflowRow row, Body.In in) {
    var parentTaskId = in.optionalText();
    int priority = in.nextInt();
    return new WorkflowKey(
        row.id().toString(),
        row.name(),
        row.version(),
        row.correlationId(),
        row.parent() == null ? null : row.parent().toString(),
        parentTaskId,
        priority,
        domains(in),
        row.idempotencyKey(),
        in.optionalText());
  }

  private static WorkflowProgress progress(WorkflowRow row, Body.In in) {
    return new WorkflowProgress(
        in.nextInt(),
        in.nextInt(),
        in.nextInt(),
        in.nextInt(),
        in.texts(),
        in.optionalText(),
        in.optionalText(),
        in.optionalText(),
        in.nextBoolean(),
        row.timerAt());
  }

  @SuppressWarnings("unchecked") // JSON objects have text keys
  private static Map<String, @Nullable Object> fields(Body.In in) {
    Map<String, @Nullable Object> fields = in.value(Map.class);
    return Objects.requireNonNullElse(fields, Map.of());
  }

  @SuppressWarnings("unchecked") // what was written are texts
  private static Map<String, String> domains(Body.In in) {
    Map<String, String> domains = in.value(Map.class);
    return Objects.requireNonNullElse(domains, Map.of());
  }
}
