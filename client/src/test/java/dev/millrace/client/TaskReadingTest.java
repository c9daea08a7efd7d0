package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

final class TaskReadingTest {

  private static final Task TASK =
      TestTasks.task(
          "1",
          Map.of(
              "inputData",
              Map.of("a", 1),
              "workflowTask",
              Map.of("name", "t", "taskReferenceName", "ref"),
              "taskDefinition",
              Map.of("name", "t")));

  @ParameterizedTest
  @ValueSource(strings = {"%s", " \n [%s]"})
  void readsOneOrAList(String form) {
    Buffer body = Buffer.buffer(form.formatted(TestTasks.json(TASK)));
    assertThat(TaskReading.whole().tasks(body)).containsExactly(TASK);
  }

  @Test
  void leavesOutDefinitionsThatNobodyWants() {
    Task lean = TaskReading.lean().tasks(Buffer.buffer(TestTasks.json(TASK))).getFirst();
    assertThat(lean.workflowTask()).isNull();
    assertThat(lean.taskDefinition()).isNull();
    assertThat(lean.inputData()).isEqualTo(Map.of("a", 1));
    assertThat(lean.responseTimeoutSeconds()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"\"", "null", "[]", "[null]", "{}", "{\"taskId\":\"x\"}", "[{}]"})
  void whatIsNoTaskIsNone(String body) {
    assertThat(TaskReading.lean().tasks(Buffer.buffer(body))).isEmpty();
  }

  @Test
  void brokenTextIsAnError() {
    assertThatThrownBy(() -> TaskReading.lean().tasks(Buffer.buffer("[{")))
        .isInstanceOf(JacksonException.class);
  }
}
