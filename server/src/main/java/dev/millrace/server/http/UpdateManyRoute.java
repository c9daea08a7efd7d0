package dev.millrace.server.http;

import dev.millrace.client.TaskUpdate;
import dev.millrace.client.TaskUpdateReply;
import dev.millrace.server.Tasks;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import tools.jackson.core.type.TypeReference;

/**
 * Many results in one request, which is most of what a busy worker's requests cost. Each is
 * answered as if it had come alone to {@code update-v2}. Immutable.
 */
final class UpdateManyRoute {

  private static final String PATH = "/api/tasks/updates";
  private static final TypeReference<List<TaskUpdateReply>> REPLIES = new TypeReference<>() {};

  private final Tasks tasks;
  private final RevokedNotice revoked;
  private final HttpLimits limits;
  private final Problems problems;

  UpdateManyRoute(Tasks tasks, HttpLimits limits, Problems problems) {
    this.tasks = tasks;
    this.revoked = new RevokedNotice(tasks);
    this.limits = limits;
    this.problems = problems;
  }

  Route route() {
    return Route.post(PATH)
        .load(Load.UPDATE)
        .body(UpdateItemReader.SHAPE)
        .answer(REPLIES.getType(), this::update);
  }

  private CompletableFuture<Answer> update(Call call) {
    List<UpdateItem> items = call.body(UpdateItemReader.SHAPE).items();
    List<Tasks.Update> updates = new ArrayList<>(items.size());
    Set<String> workers = new LinkedHashSet<>();
    int room = limits.batch();
    for (UpdateItem item : items) {
      if (item instanceof UpdateItem.Good(TaskUpdate update)) {
        int next = Math.min(update.count(), room);
        room -= next;
        updates.add(new Tasks.Update(update.result(), update.lease(), next));
        if (update.result().workerId() != null) {
          workers.add(update.result().workerId());
        }
      }
    }
    List<CompletableFuture<Object>> replies = replies(items, tasks.updateAll(updates));
    return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
        .thenApply(ignored -> {
          // Others' are told with the next answer: a header has a bound.
          boolean _ = workers.stream().anyMatch(worker -> revoked.tell(call, worker));
          return new Answer.Json(replies.stream().map(CompletableFuture::join).toList());
        });
  }

  /** One for each item, in their order; none of them fails. */
  private List<CompletableFuture<Object>> replies(
      List<UpdateItem> items, List<CompletableFuture<Tasks.Updated>> updated) {
    var next = updated.iterator();
    return items.stream()
        .map(item ->
            switch (item) {
              case UpdateItem.Good(TaskUpdate update) -> reply(update, next.next());
              case UpdateItem.Bad(RuntimeException fault) ->
                  CompletableFuture.completedFuture(problem(fault));
            })
        .toList();
  }

  private CompletableFuture<Object> reply(
      TaskUpdate update, CompletableFuture<Tasks.Updated> updated) {
    boolean whole = !Boolean.FALSE.equals(update.definitions());
    return updated.handle((done, fault) ->
        fault == null ? new UpdateTaken(done.accepted(), done.next(), whole) : problem(fault));
  }

  private Object problem(Throwable fault) {
    return problems.of(fault, "POST " + PATH).body();
  }
}
