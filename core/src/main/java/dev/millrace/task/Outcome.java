package dev.millrace.task;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** How a task or a group ended. */
public sealed interface Outcome {

  /** Every instance finished and the continuation, if any, returned. */
  record Finished() implements Outcome {}

  /** Given up: by its own answer, by {@code cancel}, by its deadline or by shutdown. */
  record Cancelled(@Nullable Throwable cause) implements Outcome {}

  /** The first error in time; later ones are suppressed in it. */
  record Failed(Throwable error) implements Outcome {
    public Failed {
      requireNonNull(error, "error is null");
    }
  }

  Outcome FINISHED = new Finished();
}
