package dev.millrace.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every operation that the server describes, with what no client should send. Each answer says what
 * is wrong; none is a fault of the server.
 */
final class BadInputTest extends ServerTest {

  private static final String DEEP = "[".repeat(5000) + "]".repeat(5000);
  private static final int TOO_LONG = 17 * 1024 * 1024;

  /** Not JSON, or of another shape than any body has. */
  private static final List<String> WRONG_BODIES =
      List.of(
          "{\"name\":", "nonsense", "42", "true", "\"text\"", "null", DEEP, "{\"a\":" + DEEP + "}");

  private record Operation(String method, String path, Map<String, Object> description) {

    /** With an unknown id or name wherever one belongs. */
    String filled() {
      return path.replaceAll("\\{[^}]*}", "nope");
    }

    boolean takesJson() {
      return description.get("requestBody") instanceof Map<?, ?> body
          && Json.map(body.get("content")).containsKey("application/json");
    }

    List<Map<String, Object>> numbers() {
      return Json.maps(description.get("parameters")).stream()
          .filter(param -> "integer".equals(Json.map(param.get("schema")).get("type")))
          .toList();
    }

    /** Described as something that this server does not do. */
    boolean isAbsent() {
      return Json.map(description.get("responses")).containsKey("501");
    }
  }

  private static List<Operation> operations() {
    var all = new ArrayList<Operation>();
    var document = Json.map(server.api.sendTo("/openapi.json", "GET", null).body());
    Json.map(document.get("paths"))
        .forEach((path, methods) ->
            Json.map(methods)
                .forEach((method, description) ->
                    all.add(
                        new Operation(
                            method.toUpperCase(Locale.ROOT), path, Json.map(description)))));
    assertThat(all).hasSizeGreaterThan(80);
    return all.stream().filter(operation -> !operation.isAbsent()).toList();
  }

  private static Api.Reply send(Operation operation, String query, String body) {
    return server.api.sendTo(operation.filled() + query, operation.method(), body);
  }

  private static void assertRefused(Operation operation, String what, Api.Reply reply) {
    assertThat(reply.status()).as("%s with %s: %s", operation, what, reply).isBetween(400, 499);
    assertThat((String) Json.map(reply.body()).get("message"))
        .as("%s with %s", operation, what)
        .isNotEmpty();
  }

  @Test
  void unknownIdsAreNoFaultOfTheServer() {
    for (var operation : operations()) {
      var reply = send(operation, "", operation.takesJson() ? "{}" : null);
      assertThat(reply.status()).as("%s: %s", operation, reply).isLessThan(500);
      if (reply.status() >= 400) {
        assertRefused(operation, "unknown ids", reply);
      }
    }
  }

  @Test
  void bodiesOfTheWrongShapeAreRefused() {
    for (var operation : operations()) {
      if (operation.takesJson()) {
        for (String body : WRONG_BODIES) {
          var start = body.substring(0, Math.min(20, body.length()));
          assertRefused(operation, start, send(operation, "", body));
        }
      }
    }
  }

  @Test
  void numbersThatAreNoneAreRefusedWithTheirName() {
    for (var operation : operations()) {
      for (var param : operation.numbers()) {
        for (String value : List.of("x", "1.5", "99999999999999999999")) {
          String name = (String) param.get("name");
          var body = operation.takesJson() ? "{}" : null;
          var reply = send(operation, "?" + name + "=" + value, body);
          assertRefused(operation, name + "=" + value, reply);
          // A body is looked at first.
          if (!operation.takesJson()) {
            assertThat(paths(reply)).as("%s %s=%s", operation, name, value).containsExactly(name);
          }
        }
      }
    }
  }

  /** The places that an answer names. */
  private static List<Object> paths(Api.Reply reply) {
    var errors = Json.maps(Json.map(reply.body()).get("validationErrors"));
    return errors == null ? List.of() : errors.stream().map(error -> error.get("path")).toList();
  }

  @Test
  void unknownIdsAreNamed() {
    for (var operation : operations()) {
      var reply = send(operation, "", operation.takesJson() ? "{}" : null);
      if (reply.status() == 404) {
        assertThat((String) Json.map(reply.body()).get("message"))
            .as("%s", operation)
            .contains("nope");
      }
    }
  }

  @Test
  void fieldsThatAreWrongAreNamed() {
    record Wrong(String method, String path, String body, String field) {}
    for (var wrong :
        List.of(
            new Wrong("POST", "/tasks", "{\"taskId\":7}", "workflowInstanceId"),
            new Wrong("POST", "/tasks", "{\"status\":\"DONE\"}", "status"),
            new Wrong("POST", "/tasks", "{\"logs\":[{\"log\":{}}]}", "logs[0].log"),
            new Wrong("POST", "/workflow", "{\"version\":1}", "name"),
            new Wrong("POST", "/workflow", "{\"name\":\"w\",\"version\":\"one\"}", "version"),
            new Wrong("POST", "/workflow", "{\"name\":\"w\",\"priority\":100}", "priority"),
            new Wrong("POST", "/metadata/taskdefs", "[{\"retryCount\":1}]", "[0].name"),
            new Wrong(
                "POST",
                "/metadata/taskdefs",
                "[{\"name\":\"t\",\"retryCount\":-1}]",
                "[0].retryCount"),
            new Wrong(
                "PUT",
                "/metadata/taskdefs",
                "{\"name\":\"t\",\"responseTimeoutSeconds\":0}",
                "responseTimeoutSeconds"),
            new Wrong(
                "POST",
                "/metadata/taskdefs",
                "[{\"name\":\"t\",\"timeoutSeconds\":60}]",
                "[0].responseTimeoutSeconds"),
            new Wrong(
                "PUT",
                "/metadata/taskdefs",
                """
                {"name":"t","timeoutSeconds":60,"responseTimeoutSeconds":60,"totalTimeoutSeconds":59}
                """,
                "timeoutSeconds"),
            new Wrong(
                "POST",
                "/metadata/workflow",
                "{\"name\":\"w\",\"tasks\":[{\"name\":\"t\"}]}",
                "tasks[0].taskReferenceName"),
            new Wrong(
                "PUT",
                "/metadata/workflow",
                "[{\"name\":\"w\",\"tasks\":[{\"name\":7,\"taskReferenceName\":[]}]}]",
                "[0].tasks[0].taskReferenceName"))) {
      var reply = server.api.send(wrong.method(), wrong.path(), wrong.body());
      assertThat(reply.status()).as("%s: %s", wrong, reply).isEqualTo(400);
      assertThat(paths(reply)).as("%s: %s", wrong, reply).contains(wrong.field());
    }
  }

  @Test
  void bodiesThatAreTooLongAreRefused() {
    String body = "{\"name\":\"" + "x".repeat(TOO_LONG) + "\"}";
    for (String path : List.of("/workflow", "/tasks", "/metadata/workflow")) {
      assertThat(server.api.send("POST", path, body).status()).as(path).isEqualTo(413);
    }
  }
}
