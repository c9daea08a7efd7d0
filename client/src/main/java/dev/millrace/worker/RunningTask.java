package dev.millrace.worker;

import dev.millrace.client.Task;
import dev.millrace.client.TaskExecLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task in its code's hands. Runs once on a thread of the executor; others may cancel it, which
 * interrupts that thread while, and only while, the code runs. Thread-safe.
 */
final class RunningTask implements Runnable, TaskContext {

  private static final int MAX_LOG_LINES = 1000;
  private static final int MAX_LINE = 16 * 1024;

  private final HeldTask held;
  private final String workerId;
  private final ResultForm form;
  private final Consumer<Ended> onEnd;

  // Guarded by this.
  private final List<TaskExecLog> logs = new ArrayList<>();
  private @Nullable Thread thread;
  private @Nullable CancelReason cancelled;

  /**
   * @param onEnd told once, on the executor's thread
   */
  RunningTask(HeldTask held, String workerId, ResultForm form, Consumer<Ended> onEnd) {
    this.held = held;
    this.workerId = workerId;
    this.form = form;
    this.onEnd = onEnd;
  }

  @Override
  public void run() {
    if (!begin()) {
      onEnd.accept(form.ofCancelled(held, cancelReason()));
      return;
    }
    WorkResult result = null;
    Throwable thrown = null;
    try {
      result = held.runner().spec().handler().handle(held.task(), this);
    } catch (Throwable t) { // foreign code
      thrown = t;
    }
    CancelReason reason = end();
    onEnd.accept(form.of(held, new ResultForm.Ran(result, thrown, reason, logLines())));
  }

  /** The first reason counts. */
  synchronized void cancel(CancelReason reason) {
    if (cancelled == null) {
      cancelled = reason;
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  private synchronized boolean begin() {
    if (cancelled != null) {
      return false;
    }
    thread = Thread.currentThread();
    return true;
  }

  private synchronized @Nullable CancelReason end() {
    thread = null;
    if (cancelled != null) {
      // Ours, and late perhaps: the thread may have other things to do after this.
      boolean _ = Thread.interrupted();
    }
    return cancelled;
  }

  private synchronized @Nullable CancelReason cancelReason() {
    return cancelled;
  }

  private synchronized List<TaskExecLog> logLines() {
    return List.copyOf(logs);
  }

  @Override
  public Task task() {
    return held.task();
  }

  @Override
  public String workerId() {
    return workerId;
  }

  @Override
  public synchronized void log(String line) {
    if (logs.size() < MAX_LOG_LINES) {
      boolean last = logs.size() == MAX_LOG_LINES - 1;
      String text = line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE) + "...";
      logs.add(
          new TaskExecLog(
              last ? "(more lines were logged, and left out)" : text,
              held.task().taskId(),
              System.currentTimeMillis()));
    }
  }

  @Override
  public synchronized Optional<CancelReason> cancellation() {
    return Optional.ofNullable(cancelled);
  }

  @Override
  public Lease lease() {
    return held.lease();
  }
}
