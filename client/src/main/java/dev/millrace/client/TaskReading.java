package dev.millrace.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the tasks of an answer: an array of them, one alone, or nothing. What has no task id is not
 * a task and is left out. Thread-safe.
 */
final class TaskReading {

  private static final TaskReading WHOLE = new TaskReading(WireJson.mapper());
  private static final TaskReading LEAN =
      new TaskReading(
          WireJson.mapper().rebuild().addMixIn(Task.class, WithoutDefinitions.class).build());

  private final ObjectReader one;
  private final ObjectReader many;

  private TaskReading(JsonMapper mapper) {
    this.one = mapper.readerFor(Task.class);
    this.many = mapper.readerForListOf(Task.class);
  }

  /** Reads everything. */
  static TaskReading whole() {
    return WHOLE;
  }

  /** Reads all but the definitions: a third of the work, if the server sent them at all. */
  static TaskReading lean() {
    return LEAN;
  }

  List<Task> tasks(Buffer body) throws JacksonException {
    byte[] bytes = body.getBytes();
    return switch (firstOf(bytes)) {
      case '[' -> {
        List<Task> tasks = many.readValue(bytes);
        yield tasks.stream().filter(TaskReading::isTask).toList();
      }
      case '{' -> {
        Task task = one.readValue(bytes);
        yield isTask(task) ? List.of(task) : List.of();
      }
      // Nothing, "" or null.
      default -> List.of();
    };
  }

  @JsonIgnoreProperties({"workflowTask", "taskDefinition"})
  private interface WithoutDefinitions {}

  // JSON knows nothing of what may not be null.
  private static boolean isTask(Task task) {
    return task != null && task.taskId() != null && task.workflowInstanceId() != null;
  }

  private static int firstOf(byte[] bytes) {
    for (byte each : bytes) {
      if (each > ' ') {
        return each;
      }
    }
    return 0;
  }
}
