package dev.millrace.server.http;

import dev.millrace.client.BulkResponse;
import dev.millrace.client.TaskDef;
import dev.millrace.client.WorkflowDef;
import dev.millrace.client.WorkflowDefSummary;
import dev.millrace.server.Definitions;
import dev.millrace.server.ServiceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** The registered definitions. Immutable. */
final class DefinitionRoutes {

  private static final String TASKS = "/api/metadata/taskdefs";
  private static final String WORKFLOWS = "/api/metadata/workflow";

  private static final TypeReference<List<TaskDef>> TASK_LIST = new TypeReference<>() {};
  private static final TypeReference<List<WorkflowDef>> WORKFLOW_LIST = new TypeReference<>() {};
  private static final TypeReference<List<WorkflowDefSummary>> SUMMARIES = new TypeReference<>() {};

  private static final Param.Flag OVERWRITE = Param.flag("overwrite", false);
  private static final Param.Whole VERSION = Param.number("version", null, Integer.MAX_VALUE);

  private static final Shape<TaskDef> TASK = Shape.of(TaskDef.class, WireChecks::task);
  private static final Shape<List<TaskDef>> TASK_DEFS = Shape.of(TASK_LIST, WireChecks::tasks);
  private static final Shape<WorkflowDef> WORKFLOW =
      Shape.of(WorkflowDef.class, WireChecks::workflow);
  private static final Shape<List<WorkflowDef>> WORKFLOW_DEFS =
      Shape.of(WORKFLOW_LIST, WireChecks::workflows);

  private final Definitions definitions;
  private final Lists lists;

  DefinitionRoutes(Definitions definitions, HttpLimits limits) {
    this.definitions = definitions;
    this.lists = new Lists(limits.listed());
  }

  List<Route> routes() {
    List<Route> all = new ArrayList<>(taskRoutes());
    all.addAll(workflowRoutes());
    return all;
  }

  private List<Route> taskRoutes() {
    return List.of(
        Route.get(TASKS).json(TASK_LIST, call -> definitions.tasks()),
        Route.post(TASKS)
            .body(TASK_DEFS)
            .nothing(200, call -> definitions.putTasks(lists.bounded(call.body(TASK_DEFS)))),
        Route.put(TASKS).body(TASK).nothing(200, call -> definitions.updateTask(call.body(TASK))),
        Route.get(TASKS + "/{tasktype}")
            .json(TaskDef.class, call -> definitions.task(call.path("tasktype"))),
        Route.delete(TASKS + "/{tasktype}")
            .nothing(200, call -> definitions.deleteTask(call.path("tasktype"))));
  }

  private List<Route> workflowRoutes() {
    return List.of(
        Route.get(WORKFLOWS).json(WORKFLOW_LIST, call -> definitions.workflows()),
        Route.post(WORKFLOWS).query(OVERWRITE).body(WORKFLOW).nothing(200, this::add),
        Route.put(WORKFLOWS)
            .body(WORKFLOW_DEFS)
            .json(
                new TypeReference<BulkResponse<String>>() {},
                call -> definitions.putWorkflows(lists.bounded(call.body(WORKFLOW_DEFS)))),
        Route.post(WORKFLOWS + "/validate")
            .body(WORKFLOW)
            .nothing(200, call -> definitions.validate(call.body(WORKFLOW))),
        Route.get(WORKFLOWS + "/latest-versions").json(WORKFLOW_LIST, call -> latest()),
        Route.get(WORKFLOWS + "/names")
            .json(
                new TypeReference<List<String>>() {},
                call -> byName().thenApply(names -> List.copyOf(names.keySet()))),
        Route.get(WORKFLOWS + "/names-and-versions")
            .json(
                new TypeReference<Map<String, List<WorkflowDefSummary>>>() {}, call -> summaries()),
        Route.get(WORKFLOWS + "/{name}").query(VERSION).json(WorkflowDef.class, this::workflow),
        Route.get(WORKFLOWS + "/{name}/versions").json(SUMMARIES, this::versions),
        Route.delete(WORKFLOWS + "/{name}/{version}").nothing(200, this::delete));
  }

  private CompletableFuture<Void> add(Call call) {
    return definitions.addWorkflow(call.body(WORKFLOW), call.flag(OVERWRITE));
  }

  private CompletableFuture<WorkflowDef> workflow(Call call) {
    Long version = call.optional(VERSION);
    return definitions.workflow(
        call.path("name"), version == null ? null : (Integer) version.intValue());
  }

  private CompletableFuture<Void> delete(Call call) {
    int version = Numbers.version("version", call.path("version"));
    return definitions.deleteWorkflow(call.path("name"), version);
  }

  private CompletableFuture<List<WorkflowDef>> latest() {
    return byName().thenApply(names -> names.values().stream().map(List::getLast).toList());
  }

  private CompletableFuture<Map<String, List<WorkflowDefSummary>>> summaries() {
    return byName()
        .thenApply(names -> {
          Map<String, List<WorkflowDefSummary>> all = new TreeMap<>();
          names.forEach((name, versions) -> all.put(name, summaries(versions)));
          return all;
        });
  }

  private CompletableFuture<List<WorkflowDefSummary>> versions(Call call) {
    String name = call.path("name");
    return byName().thenApply(names -> summaries(found(name, names.get(name))));
  }

  private static List<WorkflowDef> found(String name, @Nullable List<WorkflowDef> versions) {
    if (versions == null) {
      String text = "No such workflow definition: " + name;
      throw new ServiceException(ServiceException.Code.NOT_FOUND, text);
    }
    return versions;
  }

  /** The versions of each workflow, the oldest first. */
  private CompletableFuture<Map<String, List<WorkflowDef>>> byName() {
    return definitions
        .workflows()
        .thenApply(all -> {
          Map<String, List<WorkflowDef>> names = new TreeMap<>();
          all.stream()
              .sorted(Comparator.comparingInt(WorkflowDef::version))
              .forEach(definition ->
                  names
                      .computeIfAbsent(definition.name(), ignored -> new ArrayList<>())
                      .add(definition));
          return names;
        });
  }

  private static List<WorkflowDefSummary> summaries(List<WorkflowDef> versions) {
    return versions.stream()
        .map(d -> new WorkflowDefSummary(d.name(), d.version(), d.createTime(), d.updateTime()))
        .toList();
  }
}
