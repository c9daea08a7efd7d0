package dev.millrace.worker;

import dev.millrace.client.Task;
import java.time.Duration;
import java.util.Optional;

/** What a task's code may ask and say while it runs. Thread-safe. */
public interface TaskContext {

  Task task();

  /** The name under which the server knows this worker. */
  String workerId();

  /** Adds a line to the task's log, which is sent with its result. */
  void log(String line);

  /**
   * Present if the task need not be done any more. The thread that runs it was interrupted, too; a
   * task that computes looks here now and then.
   */
  Optional<CancelReason> cancellation();

  Lease lease();

  /**
   * The worker's hold on the task.
   *
   * @param token what the server knows it by
   * @param responseTimeout how long it lasts without an extension; zero if for ever
   * @param extensions how often it was extended so far
   */
  record Lease(int token, Duration responseTimeout, int extensions) {}
}
