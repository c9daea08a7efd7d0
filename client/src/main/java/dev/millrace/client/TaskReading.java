package dev.millrace.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
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

  private static final ObjectReader REPLIES =
      WireJson.mapper().readerForListOf(TaskUpdateReply.class);

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

  /**
   * The answer to many updates; nothing if it is something else. Only Millrace servers give it, and
   * they send no definitions that nobody wants.
   */
  static Optional<List<TaskUpdateReply>> replies(Buffer body, int count) {
    try {
      List<TaskUpdateReply> replies = REPLIES.readValue(body.getBytes());
      return replies.size() == count && replies.stream().allMatch(TaskReading::isReply)
          ? Optional.of(replies)
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static boolean isReply(TaskUpdateReply reply) {
    return reply != null
        && reply.status() != 0
        && reply.tasks().stream().allMatch(TaskReading::isTask);
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
