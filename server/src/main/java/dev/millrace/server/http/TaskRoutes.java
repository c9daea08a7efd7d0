package dev.millrace.server.http;

import dev.millrace.client.SignalResponse;
import dev.millrace.client.Task;
import dev.millrace.client.TaskExecLog;
import dev.millrace.client.TaskResult;
import dev.millrace.client.Workflow;
import dev.millrace.server.Tasks;
import dev.millrace.server.Workflows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** What workers do: they poll, tell results, log. Immutable. */
final class TaskRoutes {

  static final TypeReference<List<Task>> TASKS = new TypeReference<>() {};

  private static final String BASE = "/api/tasks";

  private static final Param.Text WORKER = Param.text("workerid");
  private static final Param.Text DOMAIN = Param.text("domain");
  private static final Param.Flag DEFINITIONS = Param.flag("definitions", true);
  private static final Param.Text STRATEGY = Param.text("returnStrategy");
  private static final Param.Whole COUNT =
      new Param.Whole("count", 1L, Integer.MIN_VALUE, Integer.MAX_VALUE);
  private static final Param.Whole NEXT = Param.number("count", null, Integer.MAX_VALUE);
  private static final Param.Whole LEASE = Param.number("lease", null, Integer.MAX_VALUE);
  private static final Param.Whole SIGNAL_WAIT = Param.number("timeoutMillis", 5000L, 60_000);

  private static final Shape<TaskResult> RESULT = Shape.of(TaskResult.class, WireChecks::result);
  private static final Shape<Map<String, @Nullable Object>> OUTPUT = Shape.MAP.or(Map.of());

  private static final Answer NONE = new Answer.Empty(204);

  private final Tasks tasks;
  private final Workflows workflows;
  private final RevokedNotice revoked;
  private final HttpLimits limits;
  private final Param.Whole timeout = Param.number("timeout", 100L, Long.MAX_VALUE);
  private final Param.Whole wait;

  TaskRoutes(Tasks tasks, Workflows workflows, HttpLimits limits) {
    this.tasks = tasks;
    this.workflows = workflows;
    this.revoked = new RevokedNotice(tasks);
    this.limits = limits;
    this.wait = Param.number("wait", null, limits.longPoll().toMillis());
  }

  List<Route> routes() {
    String byRef = BASE + "/{workflowId}/{taskRefName}/{status}";
    String signal = BASE + "/{workflowId}/{status}/signal";
    return List.of(
        Route.get(BASE + "/poll/{tasktype}")
            .load(Load.WAIT)
            .query(WORKER, DOMAIN, DEFINITIONS)
            .answer(Task.class, this::pollOne),
        Route.get(BASE + "/poll/batch/{tasktype}")
            .load(Load.WAIT)
            .query(WORKER, DOMAIN, COUNT, timeout, wait, DEFINITIONS)
            .answer(TASKS.getType(), this::pollBatch),
        Route.post(BASE)
            .load(Load.UPDATE)
            .query(LEASE)
            .body(RESULT)
            .text(call -> update(call, 0).thenApply(Tasks.Updated::taskId)),
        Route.post(BASE + "/update-v2")
            .load(Load.UPDATE)
            .query(LEASE, NEXT, DEFINITIONS)
            .body(RESULT)
            .answer(Task.class, this::updateAndGetNext),
        Route.post(byRef)
            .load(Load.UPDATE)
            .query(WORKER)
            .body(OUTPUT)
            .text(call -> updateByRef(call).thenApply(Tasks.Updated::taskId)),
        Route.post(byRef + "/sync")
            .load(Load.UPDATE)
            .query(WORKER)
            .body(OUTPUT)
            .json(Workflow.class, this::updateByRefAndShow),
        Route.post(signal)
            .load(Load.UPDATE)
            .body(OUTPUT)
            .nothing(200, call -> tasks.signal(workflow(call), status(call), call.body(OUTPUT))),
        Route.post(signal + "/sync")
            .load(Load.UPDATE)
            .query(STRATEGY, SIGNAL_WAIT)
            .body(OUTPUT)
            .json(SignalResponse.class, this::signalAndWait),
        Route.get(BASE + "/{taskId}").json(Task.class, call -> tasks.task(call.path("taskId"))),
        Route.post(BASE + "/{taskId}/log")
            .load(Load.UPDATE)
            .body(Shape.TEXT)
            .nothing(200, call -> tasks.log(call.path("taskId"), call.body(Shape.TEXT))),
        Route.get(BASE + "/{taskId}/log")
            .answer(new TypeReference<List<TaskExecLog>>() {}.getType(), this::logs));
  }

  private CompletableFuture<Answer> pollOne(Call call) {
    boolean whole = call.flag(DEFINITIONS);
    return poll(call, 1, 0, NONE).thenApply(found -> found.isEmpty() ? NONE : one(found, whole));
  }

  private CompletableFuture<Answer> pollBatch(Call call) {
    int count = (int) Math.min(call.number(COUNT), limits.batch());
    long millis = millis(call);
    Answer empty = new Answer.Json(List.of());
    if (count <= 0) {
      return CompletableFuture.completedFuture(empty);
    }
    boolean whole = call.flag(DEFINITIONS);
    return poll(call, count, millis, empty).thenApply(found -> all(found, whole));
  }

  /** The reference's limit on its parameter, ours on ours. */
  private long millis(Call call) {
    Long ours = call.optional(wait);
    long theirs = call.number(timeout);
    if (ours != null) {
      return ours;
    }
    if (theirs > 5000) {
      throw new Refusal(400, "Long Poll Timeout value cannot be more than 5 seconds");
    }
    return theirs;
  }

  private CompletableFuture<List<Task>> poll(Call call, int count, long millis, Answer empty) {
    String worker = call.text(WORKER);
    var pending =
        tasks.poll(new Tasks.Poll(call.path("tasktype"), call.text(DOMAIN), worker, count, millis));
    call.waiting(pending.giveUp(), empty);
    call.polledBy(worker);
    return pending
        .answer()
        .thenApply(found -> {
          boolean _ = revoked.tell(call, worker);
          return found;
        });
  }

  private CompletableFuture<Tasks.Updated> update(Call call, int next) {
    Long lease = call.optional(LEASE);
    TaskResult result = call.body(RESULT);
    return tasks
        .update(result, lease == null ? null : (Integer) lease.intValue(), next)
        .thenApply(updated -> told(call, updated, result.workerId()));
  }

  /** One task as the reference answers it; a list for those who say how many they want. */
  private CompletableFuture<Answer> updateAndGetNext(Call call) {
    Long wanted = call.optional(NEXT);
    int next = wanted == null ? 1 : (int) Math.min(wanted, limits.batch());
    boolean whole = call.flag(DEFINITIONS);
    return update(call, next)
        .thenApply(updated -> {
          if (updated.next().isEmpty()) {
            return NONE;
          }
          return wanted == null ? one(updated.next(), whole) : all(updated.next(), whole);
        });
  }

  private CompletableFuture<Tasks.Updated> updateByRef(Call call) {
    String worker = call.text(WORKER);
    String ref = call.path("taskRefName");
    return tasks
        .updateByRef(workflow(call), ref, status(call), call.body(OUTPUT), worker)
        .thenApply(updated -> told(call, updated, worker));
  }

  private CompletableFuture<Workflow> updateByRefAndShow(Call call) {
    return updateByRef(call).thenCompose(updated -> workflows.workflow(workflow(call), true));
  }

  private CompletableFuture<SignalResponse> signalAndWait(Call call) {
    var show =
        call.choice(
            STRATEGY,
            SignalResponse.ReturnStrategy.class,
            SignalResponse.ReturnStrategy.TARGET_WORKFLOW);
    long millis = call.number(SIGNAL_WAIT);
    return tasks.signalAndWait(workflow(call), status(call), call.body(OUTPUT), show, millis);
  }

  private CompletableFuture<Answer> logs(Call call) {
    return tasks
        .logs(call.path("taskId"))
        .thenApply(lines -> lines.isEmpty() ? NONE : new Answer.Json(lines));
  }

  private Tasks.Updated told(Call call, Tasks.Updated updated, @Nullable String worker) {
    if (!updated.accepted()) {
      call.header("Millrace-Accepted", "false");
    }
    boolean _ = revoked.tell(call, worker);
    return updated;
  }

  private static Answer one(List<Task> found, boolean whole) {
    Task first = found.getFirst();
    return new Answer.Json(whole ? first : new LeanTask(first));
  }

  private static Answer all(List<Task> found, boolean whole) {
    return new Answer.Json(whole ? found : LeanTask.all(found));
  }

  private static String workflow(Call call) {
    return call.path("workflowId");
  }

  private static Task.Status status(Call call) {
    return call.pathChoice("status", Task.Status.class);
  }
}
