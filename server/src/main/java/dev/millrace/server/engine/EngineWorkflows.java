package dev.millrace.server.engine;

import dev.millrace.client.BulkResponse;
import dev.millrace.client.RerunWorkflowRequest;
import dev.millrace.client.SearchResult;
import dev.millrace.client.SignalResponse;
import dev.millrace.client.SkipTaskRequest;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.client.Workflow;
import dev.millrace.client.WorkflowSummary;
import dev.millrace.server.Search;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Workflows;
import dev.millrace.server.flow.Decision;
import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.WireForm;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskTerms;
import dev.millrace.server.store.WorkflowQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link Workflows} on the engine. */
final class EngineWorkflows implements Workflows {

  private static final int MAX_RUNNING = 5_000;

  private final Desk desk;
  private final EngineSettings settings;
  private final Executions executions;

  EngineWorkflows(Desk desk, EngineSettings settings) {
    this.desk = desk;
    this.settings = settings;
    this.executions = new Executions(desk);
  }

  // Starting

  @Override
  public CompletableFuture<String> start(StartWorkflowRequest request) {
    return start(desk.ids().next(), request, false);
  }

  private CompletableFuture<String> start(UUID id, StartWorkflowRequest request, boolean watched) {
    var what =
        new Decision.Child(
            request.name(),
            request.version(),
            request.workflowDef(),
            request.input(),
            request.correlationId(),
            request.taskToDomain(),
            request.priority(),
            request.idempotencyKey(),
            request.idempotencyStrategy());
    var done = new CompletableFuture<String>();
    var command = new Command.Start(id, what, request.createdBy(), watched, done);
    return desk.sendNew(settings.backlog(), command, done);
  }

  @Override
  public CompletableFuture<SignalResponse> execute(Execution execution) {
    return executions.execute(execution, (id, request) -> start(id, request, true));
  }

  // Looking

  @Override
  public CompletableFuture<Workflow> workflow(String id, boolean withTasks) {
    return desk.reader().read(view -> whole(view, view.workflow(id), withTasks));
  }

  private static Workflow whole(Reader.View view, Reader.Found found, boolean withTasks) {
    var id = UUID.fromString(found.state().id());
    return WireForm.workflow(found.state(), found.flow(), withTasks ? view.tasks(id) : List.of());
  }

  @Override
  public CompletableFuture<SearchResult<Task>> tasks(
      String id, int start, int count, List<Task.Status> statuses) {
    return desk.reader()
        .read(view -> {
          var state = view.workflow(id).state();
          var tasks =
              view.tasks(UUID.fromString(state.id())).stream()
                  .map(task -> WireForm.task(task, state))
                  .filter(task -> statuses.isEmpty() || statuses.contains(task.status()))
                  .toList();
          var page = tasks.stream().skip(start).limit(count).toList();
          return new SearchResult<>(tasks.size(), page);
        });
  }

  @Override
  public CompletableFuture<List<Workflow>> correlated(
      String name, String correlationId, boolean withClosed, boolean withTasks) {
    var query =
        query(
            Set.of(name),
            Set.of(),
            withClosed ? Set.of() : Set.of("RUNNING", "PAUSED"),
            Set.of(correlationId),
            WorkflowQuery.Range.ALL);
    return desk.reader()
        .read(view ->
            view.tx().workflows(query).rows().stream()
                .map(row -> whole(view, view.found(row), withTasks))
                .toList());
  }

  @Override
  public CompletableFuture<List<String>> running(
      String name, @Nullable Integer version, @Nullable Long startTime, @Nullable Long endTime) {
    var created =
        new WorkflowQuery.Range(
            Objects.requireNonNullElse(startTime, Long.MIN_VALUE),
            Objects.requireNonNullElse(endTime, Long.MAX_VALUE));
    boolean all = startTime != null && endTime != null;
    var query =
        query(
            Set.of(name),
            version == null ? Set.of() : Set.of(version),
            all ? Set.of() : Set.of("RUNNING", "PAUSED"),
            Set.of(),
            created);
    return desk.reader()
        .read(view ->
            view.tx().workflows(query).rows().stream().map(row -> row.id().toString()).toList());
  }

  private static WorkflowQuery query(
      Set<String> names,
      Set<Integer> versions,
      Set<String> statuses,
      Set<String> correlations,
      WorkflowQuery.Range created) {
    return new WorkflowQuery(
        Set.of(),
        names,
        versions,
        statuses,
        correlations,
        null,
        false,
        created,
        WorkflowQuery.Range.ALL,
        WorkflowQuery.Range.ALL,
        null,
        TaskTerms.ANY,
        List.of(),
        0,
        MAX_RUNNING);
  }

  @Override
  public CompletableFuture<SearchResult<WorkflowSummary>> search(Search search) {
    return find(_ -> SearchTerms.workflows(search), false).thenApply(EngineWorkflows::summaries);
  }

  @Override
  public CompletableFuture<SearchResult<Workflow>> searchWhole(Search search) {
    return find(_ -> SearchTerms.workflows(search), true);
  }

  @Override
  public CompletableFuture<SearchResult<WorkflowSummary>> searchByTasks(Search search) {
    return find(view -> byTasks(view, search), false).thenApply(EngineWorkflows::summaries);
  }

  @Override
  public CompletableFuture<SearchResult<Workflow>> searchByTasksWhole(Search search) {
    return find(view -> byTasks(view, search), true);
  }

  private static WorkflowQuery byTasks(Reader.View view, Search search) {
    return new TaskFinder(view).homes(SearchTerms.homes(search));
  }

  private CompletableFuture<SearchResult<Workflow>> find(
      Function<Reader.View, WorkflowQuery> query, boolean withTasks) {
    return desk.reader()
        .read(view -> {
          var page = view.tx().workflows(query.apply(view));
          var rows =
              page.rows().stream().map(row -> whole(view, view.found(row), withTasks)).toList();
          return new SearchResult<>(page.total(), rows);
        });
  }

  private static SearchResult<WorkflowSummary> summaries(SearchResult<Workflow> found) {
    return new SearchResult<>(
        found.totalHits(), found.results().stream().map(Summaries::of).toList());
  }

  // Commands

  private CompletableFuture<Void> command(String id, Event event) {
    return desk.act(id, _ -> event).thenAccept(Answers::done);
  }

  @Override
  public CompletableFuture<Void> pause(String id) {
    return command(id, new Event.Pause());
  }

  @Override
  public CompletableFuture<Void> resume(String id) {
    return command(id, new Event.Resume());
  }

  @Override
  public CompletableFuture<Void> terminate(String id, @Nullable String reason) {
    return command(id, new Event.Terminate(reason));
  }

  @Override
  public CompletableFuture<Void> retry(String id, boolean resumeSubworkflowTasks) {
    return command(id, new Event.Retry(resumeSubworkflowTasks));
  }

  @Override
  public CompletableFuture<Void> restart(String id, boolean useLatestDefinitions) {
    var workflow = TaskId.parseWorkflow(id);
    if (workflow == null) {
      return CompletableFuture.failedFuture(Reader.noWorkflow(id));
    }
    var done = new CompletableFuture<Command.Acted>();
    desk.mill().send(new Command.Restart(workflow, useLatestDefinitions, done));
    return done.thenAccept(Answers::done);
  }

  @Override
  public CompletableFuture<String> rerun(String id, RerunWorkflowRequest request) {
    var taskId = request.reRunFromTaskId();
    var event =
        taskId == null || taskId.isBlank()
            ? new Event.Restart(request.workflowInput(), request.correlationId())
            : new Event.Rerun(
                taskId, request.taskInput(), request.workflowInput(), request.correlationId());
    return command(id, event).thenApply(_ -> id);
  }

  @Override
  public CompletableFuture<Void> skip(String id, String ref, SkipTaskRequest request) {
    return command(
        id,
        new Event.Skip(
            ref,
            Objects.requireNonNullElse(request.taskInput(), Map.of()),
            Objects.requireNonNullElse(request.taskOutput(), Map.of())));
  }

  @Override
  public CompletableFuture<Void> resetCallbacks(String id) {
    return command(id, new Event.ResetCallbacks());
  }

  @Override
  public CompletableFuture<Void> decide(String id) {
    return desk.reader().read(view -> view.workflow(id)).thenAccept(_ -> {});
  }

  @Override
  public CompletableFuture<Void> remove(String id) {
    var workflow = TaskId.parseWorkflow(id);
    if (workflow == null) {
      return CompletableFuture.failedFuture(Reader.noWorkflow(id));
    }
    var done = new CompletableFuture<Boolean>();
    desk.mill().send(new Command.Remove(workflow, done));
    return done.thenAccept(there -> {
      if (!there) {
        throw Reader.noWorkflow(id);
      }
    });
  }

  // Many

  @Override
  public CompletableFuture<BulkResponse<String>> each(List<String> ids, Bulk bulk) {
    var futures = new LinkedHashMap<String, CompletableFuture<Void>>();
    ids.forEach(id -> futures.computeIfAbsent(id, each -> one(each, bulk)));
    var all = CompletableFuture.allOf(futures.values().toArray(CompletableFuture[]::new));
    return all.handle((_, _) -> outcome(futures));
  }

  private CompletableFuture<Void> one(String id, Bulk bulk) {
    return switch (bulk) {
      case Bulk.Pause _ -> pause(id);
      case Bulk.Resume _ -> resume(id);
      case Bulk.Restart(var latest) -> restart(id, latest);
      case Bulk.Retry _ -> retry(id, false);
      case Bulk.Terminate(var reason) -> terminate(id, reason);
      case Bulk.Remove _ -> remove(id);
      case Bulk.TerminateAndRemove(var reason) ->
          terminate(id, reason).thenCompose(_ -> remove(id));
    };
  }

  private static BulkResponse<String> outcome(Map<String, CompletableFuture<Void>> futures) {
    var errors = new LinkedHashMap<String, String>();
    var done = new ArrayList<String>();
    futures.forEach((id, future) -> {
      try {
        future.join();
        done.add(id);
      } catch (CompletionException e) {
        var cause = e.getCause();
        errors.put(
            id, cause instanceof ServiceException ? String.valueOf(cause.getMessage()) : "Failed");
      }
    });
    return new BulkResponse<>(errors, done, "Bulk Request has been processed.");
  }
}
