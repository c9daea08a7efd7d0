package dev.millrace.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one {@link TaskUpdate}: if its status is 200, the first three fields, otherwise
 * all but those, as in an {@link ErrorResponse}.
 *
 * @param status the one that the update would have been answered with if it had come alone
 * @param accepted whether it counted; not if the task had ended, or another has the lease
 * @param tasks what the worker gets with the answer
 */
public record TaskUpdateReply(
    int status,
    boolean accepted,
    List<Task> tasks,
    @Nullable String message,
    @Nullable String instance,
    boolean retryable,
    @Nullable List<ValidationError> validationErrors) {

  public TaskUpdateReply {
    tasks = Wire.list(tasks);
  }
}
