package dev.millrace.server.conformance;

import static dev.millrace.server.conformance.Conversation.system;
import static dev.millrace.server.conformance.Json.object;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Searches for workflows and tasks, by every field that they may name. */
final class SearchTest extends ServerTest {

  private final Conversation talk = new Conversation(server.api);
  private final String type = "workflowType=" + talk.name("w");

  private String started(String correlationId) {
    talk.taskDef("t");
    talk.workflowDef("w", List.of(talk.step("a")));
    return talk.start(
        "w", Map.of("word", talk.name(correlationId)), "correlationId", talk.name(correlationId));
  }

  private static Map<String, Object> search(String path, String query, String more) {
    String encoded = URLEncoder.encode(query, StandardCharsets.UTF_8);
    return Json.map(server.api.get(path + "?query=" + encoded + more));
  }

  private static List<Object> ids(Map<String, Object> found) {
    return Json.maps(found.get("results")).stream().map(hit -> hit.get("workflowId")).toList();
  }

  private static List<Object> found(String query) {
    return ids(search("/workflow/search", query, ""));
  }

  @Test
  void workflowsAreFoundByTheirFields() {
    String id = started("c");
    var _ = started("d");
    for (String query :
        List.of(
            "workflowId=" + id,
            "workflowId IN (" + id + ")",
            "correlationId=" + talk.name("c"),
            "correlationId='" + talk.name("c") + "' AND version=1",
            type + " AND correlationId IN (" + talk.name("c") + ",other)")) {
      assertThat(found(query)).as(query).containsExactly(id);
    }
    assertThat(found(type)).hasSize(2);
    assertThat(found(type + " AND version=2")).isEmpty();
  }

  @Test
  void workflowsAreFoundByTheirStatus() {
    String running = started("c");
    String failed = started("d");
    var _ = talk.polled("t", 1);
    talk.fail("FAILED");
    assertThat(found(type + " AND status=RUNNING")).containsExactly(running);
    assertThat(found(type + " AND status IN (FAILED,TIMED_OUT)")).containsExactly(failed);
    assertThat(found(type + " AND status IN (FAILED,RUNNING)")).hasSize(2);
    assertThat(found(type + " AND status=PAUSED")).isEmpty();
  }

  @Test
  void workflowsAreFoundByTheirTimes() {
    String id = started("c");
    talk.work();
    for (String field : List.of("startTime", "updateTime", "endTime")) {
      long time = ((Number) talk.workflow(id).get(field)).longValue();
      String name = type + " AND " + field;
      for (String range :
          List.of(
              "=" + time,
              ">" + (time - 1),
              "<" + (time + 1),
              ">=" + time,
              "<=" + time,
              "='" + Instant.ofEpochMilli(time) + "'",
              ">" + (time - 1) + " AND " + field + "<" + (time + 1))) {
        assertThat(found(name + range)).as(field + range).containsExactly(id);
      }
      for (String range : List.of(">" + time, "<" + time)) {
        assertThat(found(name + range)).as(field + range).isEmpty();
      }
    }
  }

  @Test
  void childrenAreFoundByTheirParents() {
    talk.workflowDef("child", List.of(system("h", "HUMAN", Map.of())));
    talk.workflowDef(
        "w",
        List.of(
            system(
                "sub",
                "SUB_WORKFLOW",
                Map.of(),
                "subWorkflowParam",
                object("name", talk.name("child"), "version", 1))));
    String parent = talk.start("w", Map.of());
    var children = search("/workflow/search", "parentWorkflowId=" + parent, "");
    assertThat(Json.maps(children.get("results")))
        .extracting(hit -> hit.get("workflowType"))
        .containsExactly(talk.name("child"));
    for (String more : List.of("", " AND scheduledTime>1")) {
      var byTasks = search("/workflow/search-by-tasks", "parentWorkflowId=" + parent + more, "");
      assertThat(ids(byTasks)).as(more).isEqualTo(ids(children));
    }
  }

  @Test
  void workflowsAreFoundByATextInThem() {
    String id = started("needle");
    var _ = started("hay");
    var found = search("/workflow/search", type, "&freeText=" + talk.name("needle"));
    assertThat(ids(found)).containsExactly(id);
    assertThat(search("/workflow/search", type, "&freeText=*")).containsEntry("totalHits", 2);
  }

  @Test
  void pagesFollowTheOrder() {
    var all = List.of(started("c1"), started("c2"), started("c3"));
    var first = search("/workflow/search", type, "&start=0&size=2&sort=correlationId:ASC");
    assertThat(first).containsEntry("totalHits", 3);
    assertThat(ids(first)).isEqualTo(all.subList(0, 2));
    var last = search("/workflow/search", type, "&start=2&size=2&sort=correlationId:ASC");
    assertThat(ids(last)).isEqualTo(all.subList(2, 3));
    var reversed = search("/workflow/search", type, "&sort=correlationId:DESC");
    assertThat(ids(reversed)).isEqualTo(all.reversed());
    assertThat(ids(search("/workflow/search", type, "&sort=startTime:ASC,workflowId:ASC")))
        .isEqualTo(all);
  }

  @Test
  void workflowsAreFoundByTheirTasks() {
    String id = started("c");
    String other = started("d");
    var task = talk.poll("t");
    talk.update(talk.poll("t"), "COMPLETED");
    String t = "taskType=" + talk.name("t");
    for (String path : List.of("/workflow/search-by-tasks", "/workflow/search-by-tasks-v2")) {
      assertThat(ids(search(path, t, ""))).containsExactly(other, id);
      for (String query : queriesFor(task)) {
        assertThat(ids(search(path, query, ""))).as(path + " " + query).containsExactly(id);
      }
      // The workflow runs, its task does not.
      assertThat(ids(search(path, t + " AND status=RUNNING", ""))).isEmpty();
      assertThat(ids(search(path, t + " AND endTime>1 AND status=IN_PROGRESS", ""))).isEmpty();
    }
    var whole = search("/workflow/search-by-tasks-v2", "taskId=" + task.get("taskId"), "");
    assertThat(Json.maps(Json.maps(whole.get("results")).getFirst().get("tasks"))).hasSize(1);
  }

  /** Each finds this task of {@code c}, which is in progress, and not that of {@code d}. */
  private List<String> queriesFor(Map<String, Object> task) {
    String t = "taskType=" + talk.name("t");
    return List.of(
        "workflowId=" + task.get("workflowInstanceId"),
        "taskId=" + task.get("taskId"),
        t + " AND status=IN_PROGRESS",
        "taskDefName=" + talk.name("t") + " AND status IN (IN_PROGRESS,FAILED)",
        "correlationId=" + talk.name("c"),
        type
            + " AND version=1 AND referenceTaskName=a AND correlationId IN ("
            + talk.name("c")
            + ")",
        t + " AND status=IN_PROGRESS AND startTime=" + task.get("startTime"),
        t
            + " AND correlationId="
            + talk.name("c")
            + " AND scheduledTime<="
            + task.get("startTime"));
  }

  @Test
  void tasksAreFoundByTheirFields() {
    var _ = started("c");
    var _ = started("d");
    var task = talk.poll("t");
    talk.update(talk.poll("t"), "COMPLETED");
    for (String path : List.of("/tasks/search", "/tasks/search-v2")) {
      for (String query : queriesFor(task)) {
        assertThat(tasks(path, query)).as(path + " " + query).containsExactly(task.get("taskId"));
      }
    }
  }

  private static List<Object> tasks(String path, String query) {
    return Json.maps(search(path, query, "").get("results")).stream()
        .map(hit -> hit.get("taskId"))
        .toList();
  }

  @Test
  void pagesOfTasksFollowTheOrder() {
    var workflows = List.of(started("c1"), started("c2"), started("c3"));
    var polled = talk.poll("t");
    talk.update(polled, "COMPLETED");
    var _ = talk.poll("t");
    String t = "taskType=" + talk.name("t");
    for (String sort : List.of("correlationId", "workflowId", "taskId")) {
      assertThat(homes(t, "&sort=" + sort + ":ASC")).as(sort).isEqualTo(workflows);
      assertThat(homes(t, "&sort=" + sort + ":DESC")).as(sort).isEqualTo(workflows.reversed());
    }
    var page = search("/tasks/search", t, "&sort=correlationId:ASC&start=1&size=1");
    assertThat(page).containsEntry("totalHits", 3);
    assertThat(ids(page)).containsExactly(workflows.get(1));
    assertThat(homes(t, "&sort=status:DESC"))
        .as("SCHEDULED, IN_PROGRESS, COMPLETED")
        .isEqualTo(workflows.reversed());
    for (String sort : List.of("endTime:DESC,startTime:DESC", "status:ASC,startTime:ASC")) {
      assertThat(homes(t, "&sort=" + sort)).as(sort).isEqualTo(workflows);
    }
    assertThat(homes(t + " AND scheduledTime>1", "&sort=correlationId:ASC&size=2"))
        .isEqualTo(workflows.subList(0, 2));
    assertThat(homes(t, "")).as("newest first").isEqualTo(workflows.reversed());
  }

  private static List<Object> homes(String query, String more) {
    return ids(search("/tasks/search", query, more));
  }

  @Test
  void tasksAreFoundByTheirOwnTimes() {
    String id = started("c");
    talk.work();
    var task = Json.maps(talk.workflow(id).get("tasks")).getFirst();
    String t = "taskType=" + talk.name("t");
    for (String field : List.of("scheduledTime", "startTime", "updateTime", "endTime")) {
      String name = t + " AND " + field;
      long time = ((Number) task.get(field)).longValue();
      for (String range : List.of("=" + time, ">" + (time - 1), "<" + (time + 1))) {
        assertThat(tasks("/tasks/search", name + range))
            .as(field + range)
            .containsExactly(task.get("taskId"));
      }
      for (String range : List.of(">" + time, "<" + time)) {
        assertThat(tasks("/tasks/search", name + range)).as(field + range).isEmpty();
        assertThat(ids(search("/workflow/search-by-tasks", name + range, ""))).isEmpty();
      }
    }
    assertThat(search("/tasks/search", t + " AND startTime>1", "&size=0"))
        .containsEntry("totalHits", 1);
    var _ = talk.start("w", Map.of());
    // What has not ended did not end before anything.
    assertThat(tasks("/tasks/search", t + " AND endTime<" + Long.MAX_VALUE / 2))
        .containsExactly(task.get("taskId"));
  }

  @Test
  void whatCannotBeSearchedIsNamed() {
    for (var wrong :
        Map.of(
                "nothing=1", "query",
                "status!=RUNNING", "query",
                "status=RUNNING OR status=PAUSED", "query",
                "startTime>yesterday", "startTime",
                "version=one", "version",
                "workflowId=one", "workflowId")
            .entrySet()) {
      String query = URLEncoder.encode(wrong.getKey(), StandardCharsets.UTF_8);
      var reply = server.api.send("GET", "/workflow/search?query=" + query, null);
      assertThat(reply.status()).as(wrong.getKey()).isEqualTo(400);
      assertThat(Json.maps(Json.map(reply.body()).get("validationErrors")))
          .as(wrong.getKey())
          .extracting(error -> error.get("path"))
          .containsExactly(wrong.getValue());
    }
    for (String path : List.of("/workflow/search", "/tasks/search")) {
      var sort = server.api.send("GET", path + "?sort=nothing:ASC", null);
      assertThat(sort.status()).as(path).isEqualTo(400);
      assertThat((String) Json.map(sort.body()).get("message")).contains("sort");
    }
  }
}
