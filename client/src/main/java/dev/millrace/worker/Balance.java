package dev.millrace.worker;

/**
 * What became of the tasks that a worker received. After it was closed, nothing is open.
 *
 * @param received tasks that came, by polls and with updates' answers
 * @param inProgress told the server to hand it out again later
 * @param handedBack not done; given back so that another worker has it at once
 * @param cancelled not done, because the server said that nobody waits for it any more
 * @param abandoned the server could not be told what became of it
 */
public record Balance(
    long received,
    long completed,
    long failed,
    long failedTerminally,
    long inProgress,
    long handedBack,
    long cancelled,
    long abandoned) {

  static final Balance EMPTY = new Balance(0, 0, 0, 0, 0, 0, 0, 0);

  /** Tasks that are held: queued, running, or the server is being told. */
  public long open() {
    return received
        - completed
        - failed
        - failedTerminally
        - inProgress
        - handedBack
        - cancelled
        - abandoned;
  }

  Balance plus(Balance other) {
    return new Balance(
        received + other.received,
        completed + other.completed,
        failed + other.failed,
        failedTerminally + other.failedTerminally,
        inProgress + other.inProgress,
        handedBack + other.handedBack,
        cancelled + other.cancelled,
        abandoned + other.abandoned);
  }
}
