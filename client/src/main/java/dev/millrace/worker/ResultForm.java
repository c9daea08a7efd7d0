package dev.millrace.worker;

import dev.millrace.client.EncodedResult;
import dev.millrace.client.Task;
import dev.millrace.client.TaskChannel;
import dev.millrace.client.TaskExecLog;
import dev.millrace.client.TaskResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns what a task's code did into what the server is told. Thread-safe. */
final class ResultForm {

  private static final Logger LOG = System.getLogger(ResultForm.class.getName());
  private static final int MAX_REASON = 500;
  private static final int MAX_TRACE = 8000;

  private final TaskChannel channel;
  private final String workerId;

  ResultForm(TaskChannel channel, String workerId) {
    this.channel = channel;
    this.workerId = workerId;
  }

  /**
   * What the code did.
   *
   * @param result null if it threw, or returned null
   */
  record Ran(
      @Nullable WorkResult result,
      @Nullable Throwable thrown,
      @Nullable CancelReason cancelled,
      List<TaskExecLog> logs) {}

  Ended of(HeldTask held, Ran ran) {
    boolean noResult = ran.thrown() != null;
    CancelReason cancelled = ran.cancelled();
    if (cancelled != null && (noResult || cancelled != CancelReason.SHUTDOWN)) {
      return ofCancelled(held, cancelled);
    }
    Throwable thrown = ran.thrown();
    if (thrown != null) {
      LOG.log(Level.DEBUG, () -> "The code of " + held + " threw", thrown);
      return encoded(held.task(), failure(thrown), withTrace(held.task(), ran.logs(), thrown));
    }
    WorkResult result = ran.result();
    return encoded(
        held.task(),
        result == null ? WorkResult.failed("The worker returned null") : result,
        ran.logs());
  }

  Ended ofCancelled(HeldTask held, @Nullable CancelReason reason) {
    return reason == CancelReason.SHUTDOWN ? new Ended.ToHandBack() : new Ended.Cancelled();
  }

  /** What is told instead of a result that the server does not take. */
  EncodedResult refused(Task task, String why) {
    return channel.encode(
        result(
            task,
            WorkResult.failed(shortened("The server refused the result: " + why)),
            List.of()));
  }

  private Ended encoded(Task task, WorkResult result, List<TaskExecLog> logs) {
    try {
      return new Ended.WithResult(kind(result), channel.encode(result(task, result, logs)));
    } catch (IllegalArgumentException e) {
      WorkResult failed = WorkResult.failed(shortened(String.valueOf(e.getMessage())));
      return new Ended.WithResult(Ended.Kind.FAILED, channel.encode(result(task, failed, logs)));
    }
  }

  private static Ended.Kind kind(WorkResult result) {
    return switch (result) {
      case WorkResult.Completed _ -> Ended.Kind.COMPLETED;
      case WorkResult.Failed _ -> Ended.Kind.FAILED;
      case WorkResult.FailedTerminally _ -> Ended.Kind.FAILED_TERMINALLY;
      case WorkResult.InProgress _ -> Ended.Kind.IN_PROGRESS;
    };
  }

  private TaskResult result(Task task, WorkResult result, List<TaskExecLog> logs) {
    return switch (result) {
      case WorkResult.Completed(var output) ->
          form(task, TaskResult.Status.COMPLETED, null, 0, output, logs);
      case WorkResult.Failed(String reason, var output) ->
          form(task, TaskResult.Status.FAILED, reason, 0, output, logs);
      case WorkResult.FailedTerminally(String reason, var output) ->
          form(task, TaskResult.Status.FAILED_WITH_TERMINAL_ERROR, reason, 0, output, logs);
      case WorkResult.InProgress(long callback, var output) ->
          form(task, TaskResult.Status.IN_PROGRESS, null, callback, output, logs);
    };
  }

  private TaskResult form(
      Task task,
      TaskResult.Status status,
      @Nullable String reason,
      long callbackAfterSeconds,
      Map<String, @Nullable Object> output,
      List<TaskExecLog> logs) {
    return new TaskResult(
        task.workflowInstanceId(),
        task.taskId(),
        reason,
        callbackAfterSeconds,
        workerId,
        status,
        output,
        null,
        logs,
        null,
        null,
        false,
        false);
  }

  private static WorkResult failure(Throwable thrown) {
    return thrown instanceof UnusableInputException
        ? WorkResult.failedTerminally(shortened(String.valueOf(thrown.getMessage())))
        : WorkResult.failed(shortened(thrown.toString()));
  }

  private static List<TaskExecLog> withTrace(Task task, List<TaskExecLog> logs, Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace, true));
    String text = trace.toString();
    List<TaskExecLog> all = new ArrayList<>(logs);
    all.add(
        new TaskExecLog(
            text.length() <= MAX_TRACE ? text : text.substring(0, MAX_TRACE) + "...",
            task.taskId(),
            System.currentTimeMillis()));
    return all;
  }

  private static String shortened(String text) {
    return text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + "...";
  }
}
