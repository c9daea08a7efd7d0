package dev.millrace.server.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.WireJson;
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
final class Reference {

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME = Pattern.compile("\\b1[78]\\d{11}\\b");
  private static final Set<String> SYSTEM =
      Set.of("JOIN", "SUB_WORKFLOW", "HTTP", "WAIT", "START_WORKFLOW", "EXCLUSIVE_JOIN");
  private static final Map<String, Object> ANSWERS = read();

  private Reference() {}

  private static Map<String, Object> read() {
    try (var in = Reference.class.getResourceAsStream("/dev/millrace/server/flow/golden.json")) {
      return Json.map(Json.read(new String(in.readAllBytes(), UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Set<String> scenarios() {
    return ANSWERS.keySet();
  }

  static Object answer(String scenario) {
    return ANSWERS.get(scenario);
  }

  /** Our answer to a scenario is the reference's; names end with {@code suffix} in ours. */
  static void assertSame(String scenario, Object ours, String suffix) {
    Object plain = Json.read(Json.write(ours));
    assertThat(text(normal(plain, suffix, new HashMap<>())))
        .as(scenario)
        .isEqualTo(text(answer(scenario)));
  }

  /** What of a workflow is compared. */
  static Map<String, Object> brief(Map<String, Object> workflow) {
    return Json.object(
        "status",
        workflow.get("status"),
        "reason",
        workflow.get("reasonForIncompletion"),
        "output",
        workflow.get("output"),
        "variables",
        workflow.get("variables"),
        "failedRefs",
        sortedNames(workflow.get("failedReferenceTaskNames")),
        "failedTasks",
        sortedNames(workflow.get("failedTaskNames")),
        "tasks",
        Json.maps(workflow.get("tasks")).stream().map(Reference::briefTask).toList());
  }

  private static Map<String, Object> briefTask(Map<String, Object> task) {
    var brief = new LinkedHashMap<String, Object>();
    brief.put("ref", task.get("referenceTaskName"));
    brief.put("type", task.get("taskType"));
    for (String same : List.of("status", "retryCount", "retried", "executed", "seq", "iteration")) {
      brief.put(same, task.get(same));
    }
    brief.put("reason", task.get("reasonForIncompletion"));
    brief.put("input", task.get("inputData"));
    brief.put("output", task.get("outputData"));
    boolean system = SYSTEM.contains(String.valueOf(task.get("taskType")));
    brief.put("pollCount", system ? "sys" : task.get("pollCount"));
    brief.put("workerId", task.get("workerId"));
    brief.put("domain", task.get("domain"));
    return brief;
  }

  private static Set<String> sortedNames(Object names) {
    var sorted = new TreeSet<String>();
    if (names instanceof List<?> list) {
      list.forEach(name -> sorted.add((String) name));
    }
    return sorted;
  }

  /** The kinds of an object's fields, in the words of the recording. */
  static Map<String, Object> kinds(Map<String, Object> object) {
    var kinds = new TreeMap<String, Object>();
    object.forEach((name, value) -> kinds.put(name, kind(value)));
    return kinds;
  }

  private static String kind(Object value) {
    return switch (value) {
      case null -> "NoneType";
      case Boolean _ -> "bool";
      case Double _ -> "float";
      case Number _ -> "int";
      case String _ -> "str";
      case List<?> _ -> "list";
      default -> "dict";
    };
  }

  private static Object normal(Object value, String suffix, Map<String, String> labels) {
    return switch (value) {
      case Map<?, ?> map -> {
        var fields = new LinkedHashMap<String, Object>();
        map.forEach((key, field) ->
            fields.put((String) normal(key, suffix, labels), normal(field, suffix, labels)));
        yield fields;
      }
      case List<?> list -> {
        var elements = new ArrayList<>();
        list.forEach(element -> elements.add(normal(element, suffix, labels)));
        yield elements;
      }
      case Number number when number.doubleValue() > 1.7e12 && number.doubleValue() < 1.9e12 ->
          "<ms>";
      case String text -> {
        String labelled =
            ID.matcher(text.replace(suffix, ""))
                .replaceAll(
                    id -> labels.computeIfAbsent(id.group(), _ -> "<id" + labels.size() + ">"));
        yield TIME.matcher(labelled).replaceAll("<ms>");
      }
      case null -> null;
      default -> value;
    };
  }

  /** One text for one value: fields in order of their names. */
  private static String text(Object value) {
    return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(sorted(value));
  }

  private static Object sorted(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var fields = new TreeMap<String, Object>();
        map.forEach((key, field) -> fields.put(key.toString(), sorted(field)));
        yield fields;
      }
      case List<?> list -> list.stream().map(Reference::sorted).toList();
      case null -> "null";
      default -> value;
    };
  }
}
