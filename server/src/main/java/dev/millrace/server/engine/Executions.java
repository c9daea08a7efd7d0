package dev.millrace.server.engine;

import dev.millrace.client.SignalResponse;
import dev.millrace.client.SignalResponse.ReturnStrategy;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.client.Workflow;
import dev.millrace.server.Workflows.Execution;
import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.TaskReport;
import dev.millrace.server.flow.WireForm;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Starts and signals that wait for what becomes of the workflow. Thread-safe. */
final class Executions {

  private final Desk desk;

  Executions(Desk desk) {
    this.desk = desk;
  }

  /**
   * Starts a workflow and waits.
   *
   * @param start sends the start of a workflow with the given id
   */
  CompletableFuture<SignalResponse> execute(
      Execution execution,
      BiFunction<UUID, StartWorkflowRequest, CompletableFuture<String>> start) {
    var id = desk.ids().next();
    Predicate<Workflow> done =
        workflow ->
            workflow.status().isTerminal()
                || workflow.tasks().stream()
                    .anyMatch(task ->
                        task.status().isTerminal()
                            && execution.untilRefs().contains(task.referenceTaskName()));
    var wait = new Wait(id, done, execution.show(), execution.requestId());
    return start
        .apply(id, execution.request())
        .thenCompose(started -> wait.on(UUID.fromString(started), execution.waitMillis()))
        .whenComplete((_, _) -> wait.close());
  }

  CompletableFuture<SignalResponse> signal(
      UUID id, TaskReport report, ReturnStrategy show, long timeoutMillis) {
    var wait = new Wait(id, Executions::atRest, show, null);
    return desk.act(id, new Event.Signalled(report), null, true)
        .thenAccept(Answers::done)
        .thenCompose(_ -> wait.on(id, timeoutMillis))
        .whenComplete((_, _) -> wait.close());
  }

  /** Whether only somebody from outside can bring it on. */
  private static boolean atRest(Workflow workflow) {
    return workflow.status().isTerminal() || blocking(workflow) != null;
  }

  private static @Nullable Task blocking(Workflow workflow) {
    return workflow.tasks().stream()
        .filter(task -> !task.status().isTerminal())
        .filter(task ->
            Objects.equals(task.taskType(), "WAIT") || Objects.equals(task.taskType(), "HUMAN"))
        .findFirst()
        .orElse(null);
  }

  /** Looks at a workflow whenever it changed, until it is where it should be or time is over. */
  private final class Wait {
    private final Predicate<Workflow> done;
    private final ReturnStrategy show;
    private final @Nullable String requestId;
    private final CompletableFuture<SignalResponse> answer = new CompletableFuture<>();
    private final AtomicBoolean looking = new AtomicBoolean();
    private final AtomicBoolean again = new AtomicBoolean();
    private final Runnable watcher = this::look;
    private volatile UUID id;

    /** Watches from now on, so that no change is missed. */
    Wait(UUID id, Predicate<Workflow> done, ReturnStrategy show, @Nullable String requestId) {
      this.id = id;
      this.done = done;
      this.show = show;
      this.requestId = requestId;
      desk.watchers().add(id, watcher);
    }

    CompletableFuture<SignalResponse> on(UUID workflow, long millis) {
      if (!workflow.equals(id)) {
        // One that was there already, by its idempotency key.
        close();
        id = workflow;
        desk.watchers().add(id, watcher);
      }
      CompletableFuture.delayedExecutor(Math.max(0, millis), TimeUnit.MILLISECONDS)
          .execute(() -> {
            if (!answer.isDone()) {
              read(true);
            }
          });
      look();
      return answer;
    }

    void close() {
      desk.watchers().remove(id, watcher);
    }

    /** One look at a time; a change during a look leads to another. */
    private void look() {
      again.set(true);
      if (!answer.isDone() && looking.compareAndSet(false, true)) {
        again.set(false);
        read(false);
      }
    }

    private void read(boolean timeIsOver) {
      var _ =
          desk.reader()
              .read(view -> {
                var found = view.workflow(id.toString());
                return WireForm.workflow(found.state(), found.flow(), view.tasks(id));
              })
              .whenComplete((workflow, failure) -> {
                if (failure != null && timeIsOver) {
                  answer.completeExceptionally(failure);
                } else if (workflow != null && (timeIsOver || done.test(workflow))) {
                  answer.complete(response(workflow, timeIsOver && !done.test(workflow)));
                }
                if (!timeIsOver) {
                  looking.set(false);
                  if (again.get()) {
                    look();
                  }
                }
              });
    }

    private SignalResponse response(Workflow workflow, boolean timedOut) {
      var task = blocking(workflow);
      boolean ofTask =
          (show == ReturnStrategy.BLOCKING_TASK || show == ReturnStrategy.BLOCKING_TASK_INPUT)
              && task != null;
      return task != null && ofTask
          ? ofTask(workflow, task, timedOut)
          : ofWorkflow(workflow, timedOut);
    }

    private SignalResponse ofWorkflow(Workflow workflow, boolean timedOut) {
      return new SignalResponse(
          show,
          workflow.workflowId(),
          workflow.status().name(),
          requestId,
          workflow.workflowId(),
          workflow.correlationId(),
          workflow.input(),
          workflow.output(),
          timedOut,
          workflow.tasks(),
          workflow.priority(),
          workflow.variables(),
          workflow.createTime(),
          workflow.updateTime(),
          workflow.createdBy(),
          workflow.status().name(),
          null,
          null,
          null,
          null,
          null,
          null,
          workflow.reasonForIncompletion());
    }

    private SignalResponse ofTask(Workflow workflow, Task task, boolean timedOut) {
      return new SignalResponse(
          show,
          workflow.workflowId(),
          workflow.status().name(),
          requestId,
          workflow.workflowId(),
          workflow.correlationId(),
          task.inputData(),
          task.outputData(),
          timedOut,
          null,
          workflow.priority(),
          null,
          workflow.createTime(),
          workflow.updateTime(),
          null,
          task.status().name(),
          task.taskType(),
          task.taskId(),
          task.referenceTaskName(),
          task.retryCount(),
          task.taskDefName(),
          workflow.workflowName(),
          task.reasonForIncompletion());
    }
  }
}
