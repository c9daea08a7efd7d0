package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

final class WireJsonTest {

  private final JsonMapper json = WireJson.mapper();

  @ParameterizedTest
  @MethodSource("fields")
  void recordsHaveTheReferencesFields(String name, List<String> fields) throws Exception {
    var components = Class.forName("dev.millrace.client." + name).getRecordComponents();
    assertThat(Arrays.stream(components).map(component -> component.getName())).containsAll(fields);
  }

  static Stream<Object[]> fields() throws IOException {
    var fields = new Properties();
    try (var in = WireJsonTest.class.getResourceAsStream("fields.properties")) {
      fields.load(in);
    }
    return fields.entrySet().stream()
        .map(e -> new Object[] {e.getKey(), List.of(e.getValue().toString().split(","))});
  }

  @Test
  void whatATaskDefinitionLeavesOutHasTheReferencesDefaults() {
    var def = json.readValue("{\"name\":\"t\"}", TaskDef.class);
    assertThat(def.retryCount()).isEqualTo(3);
    assertThat(def.retryDelaySeconds()).isEqualTo(60);
    assertThat(def.responseTimeoutSeconds()).isEqualTo(3600);
    assertThat(def.timeoutPolicy()).isEqualTo(TaskDef.TimeoutPolicy.TIME_OUT_WF);
    assertThat(def.retryLogic()).isEqualTo(TaskDef.RetryLogic.FIXED);
    assertThat(def.backoffScaleFactor()).isEqualTo(1);
    assertThat(def.concurrentExecLimit()).isNull();
  }

  @Test
  void whatAWorkflowDefinitionLeavesOutHasTheReferencesDefaults() {
    var def =
        json.readValue(
            "{\"name\":\"w\",\"tasks\":[{\"name\":\"t\",\"taskReferenceName\":\"a\"}]}",
            WorkflowDef.class);
    assertThat(def.version()).isEqualTo(1);
    assertThat(def.schemaVersion()).isEqualTo(2);
    assertThat(def.restartable()).isTrue();
    assertThat(def.tasks().getFirst().type()).isEqualTo("SIMPLE");
  }

  @Test
  void nullFieldsAreLeftOutAndNullValuesStay() {
    var data = new LinkedHashMap<String, Object>();
    data.put("x", null);
    var text = json.writeValueAsString(new SkipTaskRequest(data, null));
    assertThat(text).isEqualTo("{\"taskInput\":{\"x\":null}}");
    assertThat(json.readValue(text, SkipTaskRequest.class).taskInput()).isEqualTo(data);
  }

  @Test
  void unknownFieldsAreIgnored() {
    var result =
        json.readValue(
            "{\"taskId\":\"1\",\"workflowInstanceId\":\"2\",\"status\":\"COMPLETED\",\"new\":[1]}",
            TaskResult.class);
    assertThat(result.status()).isEqualTo(TaskResult.Status.COMPLETED);
    assertThat(result.logs()).isEmpty();
    assertThat(result.extendLease()).isFalse();
  }

  @Test
  void anUnknownStatusIsRefused() {
    assertThatThrownBy(() -> json.readValue("{\"status\":\"DONE\"}", TaskResult.class))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining("DONE");
  }

  @Test
  void depthIsLimited() {
    var deep = "[".repeat(300) + "]".repeat(300);
    assertThatThrownBy(
            () -> json.readValue("{\"input\":{\"x\":" + deep + "}}", StartWorkflowRequest.class))
        .isInstanceOf(JacksonException.class);
  }

  @Test
  void recordsCopyWhatTheyAreGiven() {
    var domains = new LinkedHashMap<>(Map.of("t", "d"));
    var request =
        new StartWorkflowRequest(
            "w", null, null, Map.of(), domains, null, null, 0, null, null, null);
    domains.clear();
    assertThat(request.taskToDomain()).containsEntry("t", "d");
    assertThatThrownBy(() -> request.taskToDomain().put("x", "y"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aRoundTripChangesNothing() {
    var task =
        json.readValue(
            """
            {"name":"s","taskReferenceName":"s","type":"SWITCH","evaluatorType":"value-param",
             "expression":"c","decisionCases":{"A":[{"name":"t","taskReferenceName":"a"}]},
             "optional":true,"startDelay":3,"taskDefinition":{"name":"t","retryCount":1}}\
            """,
            WorkflowTask.class);
    assertThat(json.readValue(json.writeValueAsString(task), WorkflowTask.class)).isEqualTo(task);
    assertThat(task.withName("n").withInputParameters(Collections.emptyMap()).decisionCases())
        .isEqualTo(task.decisionCases());
  }

  @Test
  void statusesKnowWhatTheyMean() {
    assertThat(Arrays.stream(Task.Status.values()).filter(Task.Status::isTerminal)).hasSize(7);
    assertThat(Task.Status.SKIPPED.isSuccessful()).isTrue();
    assertThat(Task.Status.TIMED_OUT.isRetriable()).isTrue();
    assertThat(Task.Status.CANCELED.isRetriable()).isFalse();
    assertThat(Workflow.Status.PAUSED.isTerminal()).isFalse();
  }
}
