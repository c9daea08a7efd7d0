package dev.millrace.server.flow;

/** How far a workflow got. The picture is in {@code FLOW.md}. */
public enum WorkflowStatus {
  RUNNING,
  PAUSED,
  COMPLETED,
  FAILED,
  TIMED_OUT,
  TERMINATED;

  public boolean isTerminal() {
    return this != RUNNING && this != PAUSED;
  }
}
