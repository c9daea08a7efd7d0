package dev.millrace.client;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** Definitions of tasks and workflows. Thread-safe. */
public final class MetadataCalls {

  private static final String TASK_DEFS = "/metadata/taskdefs";
  private static final String WORKFLOWS = "/metadata/workflow";

  private final Calls calls;

  MetadataCalls(Calls calls) {
    this.calls = calls;
  }

  /** Registers task types; one that is there already is replaced. */
  public Answer<@Nullable Void> registerTasks(List<TaskDef> definitions) {
    return calls.call(
        Calls.Request.of(HttpMethod.POST, Target.of(TASK_DEFS)).json(definitions).repeatable(true));
  }

  public Answer<@Nullable Void> updateTask(TaskDef definition) {
    return calls.call(Calls.Request.of(HttpMethod.PUT, Target.of(TASK_DEFS)).json(definition));
  }

  public Answer<TaskDef> task(String type) {
    return calls.call(
        Calls.Request.get(Target.of(TASK_DEFS).segment(type)), Calls.json(TaskDef.class));
  }

  public Answer<List<TaskDef>> tasks() {
    return calls.call(
        Calls.Request.get(Target.of(TASK_DEFS)), Calls.json(new TypeReference<List<TaskDef>>() {}));
  }

  public Answer<@Nullable Void> removeTask(String type) {
    return calls.call(Calls.Request.of(HttpMethod.DELETE, Target.of(TASK_DEFS).segment(type)));
  }

  /** Registers a workflow. Fails with status 409 if this version is there already. */
  public Answer<@Nullable Void> createWorkflow(WorkflowDef definition) {
    return calls.call(Calls.Request.of(HttpMethod.POST, Target.of(WORKFLOWS)).json(definition));
  }

  /** Registers workflows; what is there already is replaced. */
  public Answer<BulkResponse<String>> registerWorkflows(List<WorkflowDef> definitions) {
    return calls.call(
        Calls.Request.of(HttpMethod.PUT, Target.of(WORKFLOWS)).json(definitions),
        Calls.json(new TypeReference<BulkResponse<String>>() {}));
  }

  /**
   * A workflow's definition.
   *
   * @param version the latest if null
   */
  public Answer<WorkflowDef> workflow(String name, @Nullable Integer version) {
    return calls.call(
        Calls.Request.get(Target.of(WORKFLOWS).segment(name).query("version", version)),
        Calls.json(WorkflowDef.class));
  }

  public Answer<List<WorkflowDef>> workflows() {
    return calls.call(
        Calls.Request.get(Target.of(WORKFLOWS)),
        Calls.json(new TypeReference<List<WorkflowDef>>() {}));
  }

  public Answer<@Nullable Void> removeWorkflow(String name, int version) {
    return calls.call(
        Calls.Request.of(
            HttpMethod.DELETE,
            Target.of(WORKFLOWS).segment(name).segment(Integer.toString(version))));
  }
}
