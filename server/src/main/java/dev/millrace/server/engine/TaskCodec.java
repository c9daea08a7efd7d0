package dev.millrace.server.engine;

import dev.millrace.client.WorkflowTask;
import dev.millrace.server.flow.FlowDef;
import dev.millrace.server.flow.TaskKey;
import dev.millrace.server.flow.TaskProgress;
import dev.millrace.server.flow.TaskState;
import dev.millrace.server.flow.TaskStatus;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskRow;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tasks as rows and back. */
final class TaskCodec {

  private static final int FORMAT = 1;

  private TaskCodec() {}

  /**
   * What a task's row has besides the task itself.
   *
   * @param correlationId the workflow's: whoever polls a task gets it
   */
  record Context(
      FlowDef flow, long definition, int priority, @Nullable String correlationId, long now) {}

  /** The task as it was read, with what its row has besides. */
  record Stored(
      TaskState task,
      FlowDef flow,
      long definition,
      int priority,
      @Nullable String correlationId,
      @Nullable String chained) {}

  /**
   * The row of a task.
   *
   * @param before what is stored now, or null if it is new
   */
  static TaskRow row(
      TaskState task, @Nullable TaskState before, Context context, @Nullable String chained) {
    var key = task.key();
    var delivery = task.delivery();
    boolean waits = task.status() == TaskStatus.SCHEDULED;
    return new TaskRow(
        Objects.requireNonNull(TaskId.parse(key.id()), key.id()),
        key.ref(),
        key.base(),
        key.type(),
        task.status().name(),
        waits ? Queues.name(key.type(), delivery.domain()) : null,
        context.priority,
        delivery.availableAt(),
        waits && delivery.availableAt() > context.now,
        task.progress().dueAt(),
        slot(task),
        context.definition,
        chained,
        body(task, context),
        before != null && before.data().input() == task.data().input()
            ? null
            : Body.json(task.data().input()),
        before != null && before.data().output() == task.data().output()
            ? null
            : Body.json(task.data().output()));
  }

  /** The concurrency limit that the task counts in. */
  static @Nullable String slot(TaskState task) {
    var definition = task.key().source().taskDefinition();
    var limit = definition == null ? null : definition.concurrentExecLimit();
    return task.status() == TaskStatus.IN_PROGRESS && limit != null && limit > 0
        ? task.key().defName()
        : null;
  }

  private static byte[] body(TaskState task, Context context) {
    var key = task.key();
    var attempt = task.attempt();
    var times = task.times();
    var delivery = task.delivery();
    var progress = task.progress();
    return new Body.Out(FORMAT)
        .put(context.correlationId)
        .put(key.defName())
        .put(key.seq())
        .put(key.iteration())
        .put(key.owner())
        .put(key.branch())
        .put(key.join())
        .value(context.flow.task(key.base()) == key.source() ? null : key.source())
        .put(attempt.number())
        .put(attempt.retriedTaskId())
        .put(attempt.retried())
        .put(times.scheduled())
        .put(times.started())
        .put(times.ended())
        .put(times.updated())
        .put(times.firstStarted())
        .put(task.data().reason())
        .put(delivery.domain())
        .put(delivery.workerId())
        .put(delivery.polls())
        .put(delivery.startDelaySeconds())
        .put(delivery.callbackAfterSeconds())
        .put(progress.settled())
        .put(progress.waiting())
        .put(progress.iteration())
        .put(progress.notices())
        .put(progress.subWorkflowId())
        .put(progress.waitUntil())
        .done();
  }

  static Stored task(TaskRow row, FlowDef flow) {
    try (var in = new Body.In(row.body(), FORMAT)) {
      var correlationId = in.optionalText();
      var key = key(row, flow, in);
      var attempt = new TaskState.Attempt(in.nextInt(), in.optionalText(), in.nextBoolean());
      var times =
          new TaskState.Times(
              in.nextLong(), in.nextLong(), in.nextLong(), in.nextLong(), in.nextLong());
      var data =
          new TaskState.Data(
              Body.fields(row.input()), Body.fields(row.output()), in.optionalText());
      var delivery =
          new TaskState.Delivery(
              in.optionalText(),
              in.optionalText(),
              in.nextInt(),
              in.nextInt(),
              in.nextLong(),
              row.readyAt());
      var progress =
          new TaskProgress(
              in.nextBoolean(),
              in.nextInt(),
              in.nextInt(),
              in.nextInt(),
              in.optionalText(),
              in.nextLong(),
              row.timerAt());
      var status = TaskStatus.valueOf(row.status());
      var task = new TaskState(key, status, attempt, times, data, delivery, progress);
      return new Stored(task, flow, row.definition(), row.priority(), correlationId, row.chained());
    }
  }

  private static TaskKey key(TaskRow row, FlowDef flow, Body.In in) {
    var defName = in.text();
    int seq = in.nextInt();
    int iteration = in.nextInt();
    var owner = in.optionalText();
    var branch = in.optionalText();
    var join = in.optionalText();
    var own = in.value(WorkflowTask.class);
    var source = own == null ? flow.task(row.base()) : own;
    if (source == null) {
      throw new IllegalStateException("no step " + row.base() + " in " + flow);
    }
    return new TaskKey(
        row.id().toString(),
        row.ref(),
        row.type(),
        defName,
        seq,
        iteration,
        owner,
        branch,
        join,
        source);
  }
}
