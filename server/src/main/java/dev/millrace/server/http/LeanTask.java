package dev.millrace.server.http;

import dev.millrace.client.Task;
import java.util.List;

/**
 * A task for a worker that does not want its definitions, which are most of its text; nor what is
 * 0, false or empty, which most of the rest is.
 */
record LeanTask(Task task) {

  static List<LeanTask> all(List<Task> tasks) {
    return tasks.stream().map(LeanTask::new).toList();
  }
}
