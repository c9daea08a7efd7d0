package dev.millrace.server.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.Task;
import dev.millrace.client.WireJson;
import dev.millrace.client.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What the reference server answered in its scenarios. Ids become labels in the order in which they
 * are met, times become {@code <ms>}.
 */
final class Golden {

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Set<String> SYSTEM =
      Set.of("JOIN", "SUB_WORKFLOW", "HTTP", "WAIT", "START_WORKFLOW", "EXCLUSIVE_JOIN");
  private static final Map<String, Object> ANSWERS = read();

  private Golden() {}

  private static Map<String, Object> read() {
    try (var in = Golden.class.getResourceAsStream("golden.json")) {
      return FlowHarness.json(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Map<String, Object> answer(String scenario) {
    return FlowHarness.json(text(ANSWERS.get(scenario)));
  }

  /** Our answer to a scenario is the reference's. */
  static void assertSame(String scenario, Object ours) {
    var plain = FlowHarness.json(WireJson.mapper().writeValueAsString(Map.of("x", ours))).get("x");
    assertThat(text(normal(plain, new HashMap<>()))).isEqualTo(text(ANSWERS.get(scenario)));
  }

  static Map<String, Object> brief(Workflow workflow) {
    var brief = new LinkedHashMap<String, Object>();
    brief.put("status", workflow.status());
    brief.put("reason", workflow.reasonForIncompletion());
    brief.put("output", workflow.output());
    brief.put("variables", workflow.variables());
    brief.put("failedRefs", new TreeSet<>(workflow.failedReferenceTaskNames()));
    brief.put("failedTasks", new TreeSet<>(workflow.failedTaskNames()));
    brief.put("tasks", workflow.tasks().stream().map(Golden::brief).toList());
    return brief;
  }

  private static Map<String, Object> brief(Task task) {
    var brief = new LinkedHashMap<String, Object>();
    brief.put("ref", task.referenceTaskName());
    brief.put("type", task.taskType());
    brief.put("status", task.status());
    brief.put("retryCount", task.retryCount());
    brief.put("retried", task.retried());
    brief.put("executed", task.executed());
    brief.put("seq", task.seq());
    brief.put("iteration", task.iteration());
    brief.put("reason", task.reasonForIncompletion());
    brief.put("input", task.inputData());
    brief.put("output", task.outputData());
    brief.put("pollCount", SYSTEM.contains(task.taskType()) ? "sys" : task.pollCount());
    brief.put("workerId", task.workerId());
    brief.put("domain", task.domain());
    return brief;
  }

  private static Object normal(Object value, Map<String, String> labels) {
    return switch (value) {
      case Map<?, ?> map -> {
        var fields = new LinkedHashMap<String, Object>();
        map.forEach((key, field) -> fields.put(key.toString(), normal(field, labels)));
        yield fields;
      }
      case List<?> list -> {
        var elements = new ArrayList<>();
        list.forEach(element -> elements.add(normal(element, labels)));
        yield elements;
      }
      case Number number when number.doubleValue() > 1.7e12 && number.doubleValue() < 1.9e12 ->
          "<ms>";
      case String text ->
          ID.matcher(text)
              .replaceAll(
                  id -> labels.computeIfAbsent(id.group(), _ -> "<id" + labels.size() + ">"));
      case null -> null;
      default -> value;
    };
  }

  /** One text for one value: fields in order of their names. */
  static String text(Object value) {
    return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(sorted(value));
  }

  private static Object sorted(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var fields = new TreeMap<String, Object>();
        map.forEach((key, field) -> fields.put(key.toString(), sorted(field)));
        yield fields;
      }
      case List<?> list -> list.stream().map(Golden::sorted).toList();
      case null -> "null";
      default -> value;
    };
  }
}
