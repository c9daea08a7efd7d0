package dev.millrace.worker;

import dev.millrace.client.EncodedResult;

/** How the running of a task ended, for the runner to act upon. */
sealed interface Ended {

  /** There is a result to tell the server. */
  record WithResult(Kind kind, EncodedResult result) implements Ended {}

  /** The task is not this worker's any more: there is nothing to tell. */
  record Cancelled() implements Ended {}

  /** It was interrupted because the worker closes: another may do it. */
  record ToHandBack() implements Ended {}

  /** Kinds of results, as they are counted. */
  enum Kind {
    COMPLETED,
    FAILED,
    FAILED_TERMINALLY,
    IN_PROGRESS
  }
}
