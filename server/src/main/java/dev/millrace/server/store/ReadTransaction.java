package dev.millrace.server.store;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One consistent view. Confined to the call that it was made for. */
public interface ReadTransaction {

  @Nullable WorkflowRow workflow(UUID id);

  @Nullable WorkflowRow workflowByKey(String name, String idempotencyKey);

  Page<WorkflowRow> workflows(WorkflowQuery query);

  @Nullable TaskRow task(TaskId id);

  /** Tasks of a workflow in the order of their numbers, those after {@code number}. */
  List<TaskRow> tasksOf(UUID workflow, int number, int limit);

  /** Those of the given statuses, in the order of their numbers. */
  List<TaskRow> tasksOf(UUID workflow, List<String> statuses);

  /** The task with the highest number that has this reference name. */
  @Nullable TaskRow lastByRef(UUID workflow, String ref);

  /** The task with the highest number that has this reference name in the definition. */
  @Nullable TaskRow lastByBase(UUID workflow, String base);

  Page<TaskRow> tasks(TaskQuery query);

  /** In the order in which they were written. */
  List<LogRow> logs(TaskId task);

  /** All queues in which something waits. */
  List<QueueSize> queueSizes();

  List<PollRow> polls();

  /** The body of a definition that a workflow runs with. */
  byte @Nullable [] definition(long number);

  List<Document> documents(Document.Kind kind);

  List<Document> documents(Document.Kind kind, String name);

  /** A number that changes with every change of a document. */
  long revision();
}
