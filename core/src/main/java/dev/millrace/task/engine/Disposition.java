package dev.millrace.task.engine;

/** What the scheduler must do with an instance after a slice of its steps. */
public enum Disposition {
  /** The budget is spent: run it again after others had their turn. */
  AGAIN,
  /** Run its next step in the low-priority lane. */
  YIELDED,
  /** Leave it until it is woken. */
  PARKED,
  /** It has ended. */
  FINISHED,
  FAILED,
  CANCELLED;

  public boolean isEnd() {
    return this == FINISHED || this == FAILED || this == CANCELLED;
  }
}
