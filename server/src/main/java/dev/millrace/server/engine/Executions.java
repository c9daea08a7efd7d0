package dev.millrace.server.engine;

import dev.millrace.client.SignalResponse;
import dev.millrace.client.SignalResponse.ReturnStrategy;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Workflow;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Workflows.Execution;
import dev.millrace.server.flow.TaskReport;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Starts and signals that wait for what becomes of the workflow. Thread-safe. */
final class Executions {

  private static final long LOOK_AGAIN_MILLIS = 500;

  private final Desk desk;
  private final Signals signals;

  Executions(Desk desk) {
    this.desk = desk;
    this.signals = new Signals(desk);
  }

  /**
   * Starts a workflow and waits until it ended, until one of the tasks did that the caller named,
   * or until it or one below it waits for somebody outside.
   *
   * @param start sends the start of a workflow with the given id
   */
  CompletableFuture<SignalResponse> execute(
      Execution execution,
      BiFunction<UUID, StartWorkflowRequest, CompletableFuture<String>> start) {
    var id = desk.ids().next();
    Predicate<Standing> done =
        standing ->
            standing.isAtRest()
                || standing.workflow().tasks().stream()
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
    var wait = new Wait(id, Standing::isAtRest, show, null);
    return signals
        .send(id, report, true)
        .thenAccept(Answers::done)
        .thenCompose(_ -> wait.on(id, timeoutMillis))
        .whenComplete((_, _) -> wait.close());
  }

  /** Looks at a workflow whenever it changed, until it is where it should be or time is over. */
  private final class Wait {
    private final Predicate<Standing> done;
    private final ReturnStrategy show;
    private final @Nullable String requestId;
    private final CompletableFuture<SignalResponse> answer = new CompletableFuture<>();

    /** True until {@link #on}, too: where the workflow stood before the signal is no answer. */
    private final AtomicBoolean looking = new AtomicBoolean(true);

    private final AtomicBoolean again = new AtomicBoolean();
    private final Runnable watcher = this::look;

    /** Those below that are watched. */
    private final Set<UUID> below = ConcurrentHashMap.newKeySet();

    private volatile UUID id;

    /** Watches from now on, so that no change is missed. */
    Wait(UUID id, Predicate<Standing> done, ReturnStrategy show, @Nullable String requestId) {
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
      looking.set(false);
      look();
      return answer;
    }

    void close() {
      desk.watchers().remove(id, watcher);
      below.forEach(each -> desk.watchers().remove(each, watcher));
    }

    /** Those that were not watched may have changed meanwhile. */
    private void watch(Set<UUID> seen) {
      for (var each : seen) {
        if (below.add(each)) {
          desk.watchers().add(each, watcher);
          again.set(true);
        }
      }
      if (answer.isDone()) {
        close();
      }
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
              .read(view -> Standing.of(view, id))
              .whenComplete((standing, failure) -> {
                if (failure != null && timeIsOver) {
                  answer.completeExceptionally(failure);
                } else if (standing != null && (timeIsOver || done.test(standing))) {
                  answer.complete(response(standing, timeIsOver && !done.test(standing)));
                } else if (standing != null) {
                  watch(standing.below());
                } else if (failure instanceof ServiceException fault
                    && fault.code() == ServiceException.Code.UNAVAILABLE) {
                  // A change may have been missed.
                  CompletableFuture.delayedExecutor(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)
                      .execute(this::look);
                }
                if (!timeIsOver) {
                  looking.set(false);
                  if (again.get()) {
                    look();
                  }
                }
              });
    }

    private SignalResponse response(Standing standing, boolean timedOut) {
      var workflow = standing.workflow();
      var blocker = standing.blocker();
      if (blocker == null || show == ReturnStrategy.TARGET_WORKFLOW) {
        return ofWorkflow(workflow, workflow, timedOut);
      }
      return show == ReturnStrategy.BLOCKING_WORKFLOW
          ? ofWorkflow(workflow, blocker.workflow(), timedOut)
          : ofTask(workflow, blocker, timedOut);
    }

    private SignalResponse ofWorkflow(Workflow target, Workflow workflow, boolean timedOut) {
      return new SignalResponse(
          show,
          target.workflowId(),
          target.status().name(),
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

    private SignalResponse ofTask(Workflow target, Standing.Blocker blocker, boolean timedOut) {
      var workflow = blocker.workflow();
      var task = blocker.task();
      return new SignalResponse(
          show,
          target.workflowId(),
          target.status().name(),
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
