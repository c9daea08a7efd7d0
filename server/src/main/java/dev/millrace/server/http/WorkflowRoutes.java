package dev.millrace.server.http;

import dev.millrace.client.SearchResult;
import dev.millrace.client.Task;
import dev.millrace.client.Workflow;
import dev.millrace.client.WorkflowStatus;
import dev.millrace.client.WorkflowSummary;
import dev.millrace.server.Workflows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.core.type.TypeReference;

/** What clients read of workflows. Immutable. */
final class WorkflowRoutes {

  private static final String BASE = "/api/workflow";
  private static final TypeReference<SearchResult<WorkflowSummary>> SUMMARIES =
      new TypeReference<>() {};
  private static final TypeReference<SearchResult<Workflow>> WHOLE = new TypeReference<>() {};
  private static final TypeReference<List<Workflow>> LIST = new TypeReference<>() {};
  private static final TypeReference<Map<String, List<Workflow>>> BY_ID = new TypeReference<>() {};

  private static final Param.Flag WITH_TASKS = Param.flag("includeTasks", true);
  private static final Param.Flag TASKS_TOO = Param.flag("includeTasks", false);
  private static final Param.Flag WITH_CLOSED = Param.flag("includeClosed", false);
  private static final Param.Flag OUTPUT = Param.flag("includeOutput", false);
  private static final Param.Flag VARIABLES = Param.flag("includeVariables", false);
  private static final Param.Whole START = Param.number("start", 0L, Integer.MAX_VALUE);
  private static final Param.Text STATUS = Param.text("status");
  private static final Param.Whole VERSION = Param.number("version", 1L, Integer.MAX_VALUE);
  private static final Param.Whole FROM = Param.number("startTime", null, Long.MAX_VALUE);
  private static final Param.Whole TO = Param.number("endTime", null, Long.MAX_VALUE);

  private final Workflows workflows;
  private final Lists lists;
  private final SearchParams search;
  private final Param.Whole count;

  WorkflowRoutes(Workflows workflows, HttpLimits limits) {
    this.workflows = workflows;
    this.lists = new Lists(limits.listed());
    this.search = new SearchParams(limits.listed());
    this.count = Param.number("count", 15L, limits.listed());
  }

  List<Route> routes() {
    return List.of(
        Route.get(BASE + "/{workflowId}")
            .query(WITH_TASKS)
            .json(Workflow.class, call -> workflows.workflow(id(call), call.flag(WITH_TASKS))),
        Route.get(BASE + "/{workflowId}/status")
            .query(OUTPUT, VARIABLES)
            .json(WorkflowStatus.class, this::status),
        Route.get(BASE + "/{workflowId}/tasks")
            .query(START, count, STATUS)
            .json(new TypeReference<SearchResult<Task>>() {}, this::tasks),
        Route.get(BASE + "/running/{name}")
            .query(VERSION, FROM, TO)
            .json(new TypeReference<List<String>>() {}, this::running),
        Route.get(BASE + "/{name}/correlated/{correlationId}")
            .query(WITH_CLOSED, TASKS_TOO)
            .json(LIST, call -> correlated(call, call.path("correlationId"))),
        Route.post(BASE + "/{name}/correlated")
            .query(WITH_CLOSED, TASKS_TOO)
            .body(Shape.NAMES)
            .json(BY_ID, this::allCorrelated),
        Route.get(BASE + "/search")
            .query(search.all())
            .json(SUMMARIES, call -> workflows.search(search.of(call))),
        Route.get(BASE + "/search-v2")
            .query(search.all())
            .json(WHOLE, call -> workflows.searchWhole(search.of(call))),
        Route.get(BASE + "/search-by-tasks")
            .query(search.all())
            .json(SUMMARIES, call -> workflows.searchByTasks(search.of(call))),
        Route.get(BASE + "/search-by-tasks-v2")
            .query(search.all())
            .json(WHOLE, call -> workflows.searchByTasksWhole(search.of(call))));
  }

  private CompletableFuture<WorkflowStatus> status(Call call) {
    boolean output = call.flag(OUTPUT);
    boolean variables = call.flag(VARIABLES);
    return workflows
        .workflow(id(call), false)
        .thenApply(found ->
            new WorkflowStatus(
                found.workflowId(),
                found.correlationId(),
                output ? found.output() : null,
                variables ? found.variables() : null,
                found.status()));
  }

  private CompletableFuture<SearchResult<Task>> tasks(Call call) {
    List<Task.Status> statuses =
        call.texts(STATUS).stream()
            .flatMap(text -> List.of(text.split(",", -1)).stream())
            .map(text -> Numbers.choice("status", Task.Status.class, text.strip()))
            .toList();
    int start = (int) call.number(START);
    return workflows.tasks(id(call), start, (int) call.number(count), statuses);
  }

  private CompletableFuture<List<String>> running(Call call) {
    int version = (int) call.number(VERSION);
    return workflows.running(call.path("name"), version, call.optional(FROM), call.optional(TO));
  }

  private CompletableFuture<List<Workflow>> correlated(Call call, String correlationId) {
    return workflows.correlated(
        call.path("name"), correlationId, call.flag(WITH_CLOSED), call.flag(TASKS_TOO));
  }

  private CompletableFuture<Map<String, List<Workflow>>> allCorrelated(Call call) {
    List<String> ids = lists.bounded(call.body(Shape.NAMES));
    return Lists.each(ids, id -> correlated(call, id));
  }

  private static String id(Call call) {
    return call.path("workflowId");
  }
}
