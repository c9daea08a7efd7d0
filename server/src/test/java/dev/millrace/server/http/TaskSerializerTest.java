package dev.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.Task;
import dev.millrace.client.TaskUpdateReply;
import dev.millrace.client.WireJson;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Holds the fast way to write a task against the plain one. */
final class TaskSerializerTest {

  private static String fast(Object value) {
    return JsonOut.encode(value, Integer.MAX_VALUE).toString(StandardCharsets.UTF_8);
  }

  private static String plain(Object value) {
    return WireJson.mapper().writeValueAsString(value);
  }

  @Test
  void aPolledTaskIsTheSameTwice() {
    Task task = Samples.task("t1");

    assertThat(fast(task)).isEqualTo(plain(task));
    // From the bytes that were written before.
    assertThat(fast(task)).isEqualTo(plain(task));
  }

  @Test
  void tasksInsideOthersAreTheSame() {
    var inside = List.of(Samples.task("t1"), Map.of("x", Samples.task("t2")));

    assertThat(fast(inside)).isEqualTo(plain(inside));
  }

  private static Task read(String json) {
    return WireJson.mapper().readValue(json, Task.class);
  }

  /** The same, but for what is left out on purpose. */
  private static Task withoutDefinitions(Task task) {
    ObjectNode node = (ObjectNode) WireJson.mapper().valueToTree(task);
    node.remove(List.of("workflowTask", "taskDefinition"));
    return WireJson.mapper().treeToValue(node, Task.class);
  }

  @Test
  void aLeanTaskIsReadAsTheSameTask() {
    for (Task task : List.of(Samples.task("t1"), full(), read("{\"taskId\":\"t\"}"))) {
      assertThat(read(fast(new LeanTask(task)))).isEqualTo(withoutDefinitions(task));
    }
    assertThat(fast(new LeanTask(read("{\"taskId\":\"t\"}")))).isEqualTo("{\"taskId\":\"t\"}");
  }

  @Test
  void aReplyToAnUpdateIsReadAsOne() {
    for (boolean definitions : List.of(true, false)) {
      Task task = full();
      var reply =
          WireJson.mapper()
              .readValue(
                  fast(new UpdateTaken(true, List.of(task, Samples.task("t1")), definitions)),
                  TaskUpdateReply.class);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.accepted()).isTrue();
      assertThat(reply.tasks().getFirst()).isEqualTo(definitions ? task : withoutDefinitions(task));
      assertThat(reply.tasks()).hasSize(2);
    }
  }

  @Test
  void everyFieldIsWritten() {
    Task task = full();

    assertThat(fast(task)).isEqualTo(plain(task));
    assertThat(WireJson.mapper().readTree(fast(task)).size())
        .isEqualTo(Task.class.getRecordComponents().length);
  }

  /** With something in every field. */
  private static Task full() {
    ObjectNode node = (ObjectNode) WireJson.mapper().valueToTree(Samples.task("t1"));
    for (RecordComponent part : Task.class.getRecordComponents()) {
      if (part.getType() == String.class) {
        node.put(part.getName(), "ä\"\n\u2028 " + part.getName());
      } else if (part.getType() == int.class || part.getType() == long.class) {
        node.put(part.getName(), 7);
      } else if (part.getType() == boolean.class || part.getType() == Boolean.class) {
        node.put(part.getName(), part.getName().length() % 2 == 0);
      }
    }
    node.putObject("runtimeMetadata").put("k", "v");
    node.putObject("executionMetadata").put("serverSendTime", 5);
    node.putObject("outputData").putNull("nothing").putArray("list").add(1.5).add(true);
    return WireJson.mapper().treeToValue(node, Task.class);
  }

  @Test
  void aDefinitionThatIsLongIsNotKeptButWritten() {
    ObjectNode node = (ObjectNode) WireJson.mapper().valueToTree(Samples.task("t1"));
    ((ObjectNode) node.get("workflowTask")).put("description", "x".repeat(50_000));
    Task task = WireJson.mapper().treeToValue(node, Task.class);

    assertThat(fast(task)).isEqualTo(plain(task));
    assertThat(fast(task)).isEqualTo(plain(task));
  }
}
