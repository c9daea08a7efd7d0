package dev.millrace.task;

import java.io.Serial;

/** The cause of an {@link Outcome.Cancelled} whose deadline has passed. */
public final class DeadlineExceededException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  public DeadlineExceededException(String message) {
    super(message);
  }
}
