package dev.millrace.server.http;

import dev.millrace.client.PollData;
import dev.millrace.client.SearchResult;
import dev.millrace.client.Task;
import dev.millrace.client.TaskSummary;
import dev.millrace.server.Tasks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** What operators see of the queues and of tasks in general. Immutable. */
final class QueueRoutes {

  private static final String BASE = "/api/tasks";
  private static final TypeReference<List<PollData>> POLLS = new TypeReference<>() {};
  private static final TypeReference<Map<String, Long>> SIZES = new TypeReference<>() {};

  /** Queue to shard to figures; there is one shard. */
  private static final TypeReference<Map<String, Map<String, Map<String, Long>>>> VERBOSE =
      new TypeReference<>() {};

  private static final TypeReference<Map<String, String>> NAMES = new TypeReference<>() {};

  private static final Param.Text TYPE = Param.needed("taskType");
  private static final Param.Text TYPES = Param.text("taskType");
  private static final Param.Text DOMAIN = Param.text("domain");
  private static final Param.Text GROUP = Param.text("isolationGroupId");
  private static final Param.Text SPACE = Param.text("executionNamespace");

  private static final Shape<Map<String, @Nullable Object>> OUTPUT = Shape.MAP.or(Map.of());

  private final Tasks tasks;
  private final SearchParams search;

  QueueRoutes(Tasks tasks, HttpLimits limits) {
    this.tasks = tasks;
    this.search = new SearchParams(limits.listed());
  }

  List<Route> routes() {
    String update = "/api/queue/update/{workflowId}";
    return List.of(
        Route.get(BASE + "/queue/all").json(SIZES, call -> sorted()),
        Route.get(BASE + "/queue/all/verbose").json(VERBOSE, call -> verbose()),
        Route.get(BASE + "/queue/size")
            .query(TYPE, DOMAIN, GROUP, SPACE)
            .json(Long.class, this::size),
        Route.get(BASE + "/queue/sizes").query(TYPES).json(SIZES, this::sizes),
        Route.get(BASE + "/queue/polldata")
            .query(TYPE)
            .json(POLLS, call -> tasks.pollData(call.needed(TYPE))),
        Route.get(BASE + "/queue/polldata/all").json(POLLS, call -> tasks.pollData(null)),
        // Queues are columns of the tasks' rows here: nothing can be missing from them.
        Route.post(BASE + "/queue/requeue/{taskType}")
            .text(call -> CompletableFuture.completedFuture("0")),
        Route.get(BASE + "/search")
            .query(search.all())
            .json(
                new TypeReference<SearchResult<TaskSummary>>() {},
                call -> tasks.search(search.of(call))),
        Route.get(BASE + "/search-v2")
            .query(search.all())
            .json(
                new TypeReference<SearchResult<Task>>() {},
                call -> tasks.searchWhole(search.of(call))),
        // The reference's queues of events; there are none here.
        Route.get("/api/queue").json(NAMES, call -> none()),
        Route.get("/api/queue/size").json(NAMES, call -> none()),
        Route.post(update + "/{taskRefName}/{status}")
            .load(Load.UPDATE)
            .body(OUTPUT)
            .nothing(200, this::updateByRef),
        Route.post(update + "/task/{taskId}/{status}")
            .load(Load.UPDATE)
            .body(OUTPUT)
            .nothing(200, this::updateById));
  }

  private CompletableFuture<Map<String, Long>> sorted() {
    return tasks.queueSizes().thenApply(TreeMap::new);
  }

  private CompletableFuture<Map<String, Map<String, Map<String, Long>>>> verbose() {
    return tasks
        .queueSizes()
        .thenApply(sizes -> {
          var all = new TreeMap<String, Map<String, Map<String, Long>>>();
          sizes.forEach((queue, size) -> all.put(queue, Map.of("a", Map.of("size", size))));
          return all;
        });
  }

  private CompletableFuture<Long> size(Call call) {
    String type = call.needed(TYPE);
    String domain = call.text(DOMAIN);
    String queue = domain == null ? type : domain + ":" + type;
    return tasks.queueSizes().thenApply(sizes -> sizes.getOrDefault(queue, 0L));
  }

  private CompletableFuture<Map<String, Long>> sizes(Call call) {
    List<String> wanted = call.texts(TYPES);
    if (wanted.isEmpty()) {
      return sorted();
    }
    return tasks
        .queueSizes()
        .thenApply(sizes -> {
          var found = new LinkedHashMap<String, Long>();
          wanted.forEach(type -> found.put(type, sizes.getOrDefault(type, 0L)));
          return found;
        });
  }

  private CompletableFuture<Tasks.Updated> updateByRef(Call call) {
    return tasks.updateByRef(
        call.path("workflowId"),
        call.path("taskRefName"),
        call.pathChoice("status", Task.Status.class),
        call.body(OUTPUT),
        null);
  }

  private CompletableFuture<Tasks.Updated> updateById(Call call) {
    return tasks.updateById(
        call.path("workflowId"),
        call.path("taskId"),
        call.pathChoice("status", Task.Status.class),
        call.body(OUTPUT));
  }

  private static CompletableFuture<Map<String, String>> none() {
    return CompletableFuture.completedFuture(Map.of());
  }
}
