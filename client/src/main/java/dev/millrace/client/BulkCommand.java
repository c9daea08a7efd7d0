package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/** What can be done to many workflows at once. */
public sealed interface BulkCommand {

  /** Stops handing out tasks. */
  record Pause() implements BulkCommand {}

  /** Undoes a pause. */
  record Resume() implements BulkCommand {}

  /** Goes on from the last failed task. */
  record Retry() implements BulkCommand {}

  /** Begins again from the first task. */
  record Restart(boolean useLatestDefinitions) implements BulkCommand {}

  /** Ends them. */
  record Terminate(@Nullable String reason) implements BulkCommand {}

  /** Removes them, into the server's archive if there is one and {@code archive} is set. */
  record Remove(boolean archive) implements BulkCommand {}
}
