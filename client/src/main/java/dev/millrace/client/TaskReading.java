package dev.millrace.client;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;

/**
 * Reads the tasks of an answer: an array of them, one alone, or nothing. What has no task id is not
 * a task and is left out.
 */
final class TaskReading {

  private static final ObjectReader ONE = WireJson.mapper().readerFor(Task.class);
  private static final ObjectReader MANY = WireJson.mapper().readerForListOf(Task.class);

  private TaskReading() {}

  static List<Task> tasks(Buffer body) throws JacksonException {
    byte[] bytes = body.getBytes();
    return switch (firstOf(bytes)) {
      case '[' -> {
        List<Task> tasks = MANY.readValue(bytes);
        yield tasks.stream().filter(TaskReading::isTask).toList();
      }
      case '{' -> {
        Task task = ONE.readValue(bytes);
        yield isTask(task) ? List.of(task) : List.of();
      }
      // Nothing, "" or null.
      default -> List.of();
    };
  }

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
