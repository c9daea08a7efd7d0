package dev.millrace.server.flow;

/** What the sender of an event is told. */
public sealed interface Reply {

  /**
   * It was done.
   *
   * @param taskId the task it concerned, or the workflow's id
   */
  record Done(String taskId) implements Reply {}

  /** It came too late or twice; nothing changed, and that is fine. */
  record Ignored(Why why) implements Reply {}

  /** It cannot be done; nothing changed. */
  record Rejected(Code code, String message) implements Reply {}

  /** Why an event does not matter. */
  enum Why {
    TASK_ENDED,
    WORKFLOW_ENDED,
    STALE_LEASE,
    NOT_DUE,
    NOT_WAITING
  }

  /** What is wrong with an event. */
  enum Code {
    NOT_FOUND,
    CONFLICT,
    INVALID
  }
}
