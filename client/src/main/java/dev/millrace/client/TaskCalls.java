package dev.millrace.client;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * Tasks, one call at a time. Workers are better off with {@code dev.millrace.worker}. Thread-safe.
 */
public final class TaskCalls {

  private static final String TASKS = "/tasks";

  private final Calls calls;

  TaskCalls(Calls calls) {
    this.calls = calls;
  }

  /** Takes one task, if there is one now. */
  public Answer<Optional<Task>> poll(String taskType, String workerId, @Nullable String domain) {
    return calls.call(
        Calls.Request.get(
            Target.of(TASKS + "/poll")
                .segment(taskType)
                .query("workerid", workerId)
                .query("domain", domain)),
        TaskCalls::taskOrNone);
  }

  /** Takes tasks, waiting for the first one. */
  public Answer<List<Task>> poll(PollRequest request) {
    return calls.call(
        Calls.Request.get(request.target()).waiting(request.timeout()),
        answer -> reading(request.definitions()).tasks(answer.body()));
  }

  /** Says what became of a task; answers its id. */
  public Answer<String> update(TaskResult result) {
    return calls.call(
        Calls.Request.of(HttpMethod.POST, Target.of(TASKS)).json(result).repeatable(true),
        Calls::text);
  }

  /** Says what became of a task, and takes the next one of its type and domain. */
  public Answer<Optional<Task>> updateAndPoll(TaskResult result) {
    return calls.call(
        Calls.Request.of(HttpMethod.POST, Target.of(TASKS + "/update-v2"))
            .json(result)
            .repeatable(true),
        TaskCalls::taskOrNone);
  }

  /** Says what became of a task that is known by its workflow and its name there. */
  public Answer<String> updateByReference(
      String workflowId,
      String taskReferenceName,
      TaskResult.Status status,
      Map<String, @Nullable Object> output) {
    return calls.call(
        Calls.Request.of(
                HttpMethod.POST,
                Target.of(TASKS)
                    .segment(workflowId)
                    .segment(taskReferenceName)
                    .segment(status.name()))
            .json(output)
            .repeatable(true),
        Calls::text);
  }

  public Answer<Task> get(String taskId) {
    return calls.call(Calls.Request.get(Target.of(TASKS).segment(taskId)), Calls.json(Task.class));
  }

  public Answer<@Nullable Void> log(String taskId, String text) {
    return calls.call(
        Calls.Request.of(HttpMethod.POST, Target.of(TASKS).segment(taskId).path("/log"))
            .text(text));
  }

  public Answer<List<TaskExecLog>> logs(String taskId) {
    return calls.call(
        Calls.Request.get(Target.of(TASKS).segment(taskId).path("/log")),
        answer ->
            answer.body().length() == 0
                ? List.of()
                : Calls.json(new TypeReference<List<TaskExecLog>>() {}).apply(answer));
  }

  public Answer<SearchResult<TaskSummary>> search(SearchRequest request) {
    return calls.call(
        Calls.Request.get(request.in(Target.of(TASKS + "/search"))),
        Calls.json(new TypeReference<SearchResult<TaskSummary>>() {}));
  }

  /** How many tasks of these types wait. */
  public Answer<Map<String, Long>> queueSizes(List<String> taskTypes) {
    return calls.call(
        Calls.Request.get(Target.of(TASKS + "/queue/sizes").queries("taskType", taskTypes)),
        Calls.json(new TypeReference<Map<String, Long>>() {}));
  }

  /** Who polled for a type last. */
  public Answer<List<PollData>> pollData(String taskType) {
    return calls.call(
        Calls.Request.get(Target.of(TASKS + "/queue/polldata").query("taskType", taskType)),
        Calls.json(new TypeReference<List<PollData>>() {}));
  }

  private static Optional<Task> taskOrNone(HttpReply.Answered answer) {
    return TaskReading.whole().tasks(answer.body()).stream().findFirst();
  }

  private static TaskReading reading(boolean definitions) {
    return definitions ? TaskReading.whole() : TaskReading.lean();
  }
}
