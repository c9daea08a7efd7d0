package dev.millrace.dsl;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs code on a thread whose stack holds what the limits allow, whoever calls: parsing and
 * evaluation go down by recursion, and how deep is counted.
 */
final class RoomyThread {

  /** Address space that is reserved; memory is used only as far as recursion goes. */
  static final long STACK_BYTES = 64L << 20;

  private RoomyThread() {}

  static Thread unstarted(Runnable code) {
    var thread = new Thread(null, code, "millrace-plan-compiler", STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  static <T> T call(Callable<T> code) {
    var task = new FutureTask<>(code);
    unstarted(task).start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException later) {
          // The work is bounded in time, so its end is waited for.
          interrupted = true;
        }
      }
    } catch (ExecutionException failure) {
      throw new IllegalStateException("the plan compiler failed", failure.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
