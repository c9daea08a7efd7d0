package dev.millrace.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** One scenario's requests. Its names end with a suffix of its own, so that many may go at once. */
final class Conversation {

  private static final AtomicInteger SUFFIXES = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  final Api api;
  final String suffix = "_s" + SUFFIXES.incrementAndGet() + "x";

  Conversation(Api api) {
    this.api = api;
  }

  String name(String plain) {
    return plain + suffix;
  }

  void taskDef(String name, Object... more) {
    var definition =
        Json.object(
            "name", name(name),
            "ownerEmail", "a@b.c",
            "retryCount", 0,
            "retryDelaySeconds", 0,
            "timeoutSeconds", 0,
            "responseTimeoutSeconds", 60);
    var _ = api.post("/metadata/taskdefs", List.of(Json.merged(definition, Json.object(more))));
  }

  void workflowDef(String name, List<?> tasks, Object... more) {
    var definition = Json.merged(definition(name, tasks), Json.object(more));
    var _ = api.call("PUT", "/metadata/workflow", List.of(definition));
  }

  Map<String, Object> definition(String name, List<?> tasks) {
    return Json.object(
        "name",
        name(name),
        "version",
        1,
        "ownerEmail",
        "a@b.c",
        "schemaVersion",
        2,
        "timeoutSeconds",
        0,
        "tasks",
        tasks);
  }

  /** A worker's task of type {@code t}. */
  Map<String, Object> step(String ref, Object... input) {
    return step("t", ref, Json.object(input));
  }

  Map<String, Object> step(String type, String ref, Map<String, Object> input) {
    return Json.object(
        "name", name(type), "taskReferenceName", ref, "type", "SIMPLE", "inputParameters", input);
  }

  /** A task that the server does itself. */
  static Map<String, Object> system(
      String ref, String type, Map<String, Object> input, Object... more) {
    var task =
        Json.object("name", ref, "taskReferenceName", ref, "type", type, "inputParameters", input);
    return Json.merged(task, Json.object(more));
  }

  @CanIgnoreReturnValue
  String start(String name, Map<String, Object> input, Object... more) {
    var request = Json.object("name", name(name), "version", 1, "input", input);
    return (String) api.post("/workflow", Json.merged(request, Json.object(more)));
  }

  /** Waits for a task. */
  Map<String, Object> poll(String type) {
    return polled(type, 1).getFirst();
  }

  List<Map<String, Object>> polled(String type, int count) {
    var tasks = new ArrayList<Map<String, Object>>();
    for (int tries = 0; tasks.size() < count && tries < 12; tries++) {
      tasks.addAll(batch(type, count - tasks.size(), 5000, ""));
    }
    assertThat(tasks).as("tasks of type %s", type).hasSize(count);
    return tasks;
  }

  /** What one poll brings. */
  List<Map<String, Object>> batch(String type, int count, int millis, String more) {
    return Json.maps(
        api.get(
            "/tasks/poll/batch/%s?workerid=w&count=%d&timeout=%d%s"
                .formatted(name(type), count, millis, more)));
  }

  /** Lets time pass: asks for what will never come. */
  void pass(int millis) {
    assertThat(batch("nothing", 1, millis, "")).isEmpty();
  }

  Map<String, Object> result(Map<String, Object> task, String status, Object... more) {
    var result =
        Json.object(
            "taskId", task.get("taskId"),
            "workflowInstanceId", task.get("workflowInstanceId"),
            "workerId", "w",
            "status", status,
            "outputData", Map.of());
    return Json.merged(result, Json.object(more));
  }

  void update(Map<String, Object> task, String status, Object... more) {
    var _ = api.post("/tasks", result(task, status, more));
  }

  /** Works on one task of type {@code t}. */
  void work(Object... output) {
    complete("t", output);
  }

  void complete(String type, Object... output) {
    update(poll(type), "COMPLETED", "outputData", Json.object(output));
  }

  void fail(String status, Object... more) {
    update(poll("t"), status, more);
  }

  Api.Reply next(Map<String, Object> task, String status, Object... more) {
    return api.send("POST", "/tasks/update-v2", result(task, status, more));
  }

  Map<String, Object> workflow(String id) {
    return Json.map(api.get("/workflow/" + id + "?includeTasks=true"));
  }

  Object statusOf(String id) {
    return workflow(id).get("status");
  }

  /** The reference names of its tasks. */
  List<Object> refs(String id) {
    return Json.maps(workflow(id).get("tasks")).stream()
        .map(task -> task.get("referenceTaskName"))
        .toList();
  }

  Map<String, Object> ended(String id) {
    return await(id, workflow -> !workflow.get("status").equals("RUNNING"));
  }

  /** Waits until a task is there. */
  void awaitTask(String id, String ref) {
    var _ =
        await(
            id,
            workflow ->
                Json.maps(workflow.get("tasks")).stream()
                    .anyMatch(task -> task.get("referenceTaskName").equals(ref)));
  }

  Map<String, Object> await(String id, Predicate<Map<String, Object>> reached) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(25))
        .until(() -> workflow(id), reached);
  }

  /** The end of a workflow, in what is compared. */
  Map<String, Object> end(String id) {
    return Reference.brief(ended(id));
  }
}
