package dev.millrace.server.flow;

/** How far a task got. The picture is in {@code FLOW.md}. */
public enum TaskStatus {
  SCHEDULED(false, true),
  IN_PROGRESS(false, true),
  COMPLETED(true, true),
  COMPLETED_WITH_ERRORS(true, true),
  SKIPPED(true, true),
  FAILED(true, false),
  FAILED_WITH_TERMINAL_ERROR(true, false),
  TIMED_OUT(true, false),
  CANCELED(true, false);

  private final boolean terminal;
  private final boolean successful;

  TaskStatus(boolean terminal, boolean successful) {
    this.terminal = terminal;
    this.successful = successful;
  }

  public boolean isTerminal() {
    return terminal;
  }

  /** Whether the workflow may go on past it; true of one that has not ended yet. */
  public boolean isSuccessful() {
    return successful;
  }

  boolean isRetriable() {
    return this == FAILED || this == TIMED_OUT;
  }
}
