package dev.millrace.executor;

/** A thread that knows its worker. */
final class WorkerThread extends OwnThread {

  final Worker worker;

  /** The worker's: first of all a wake asks whether it is for one of a pair. */
  final Pair pair;

  WorkerThread(Worker worker, String name) {
    super(worker, name);
    this.worker = worker;
    this.pair = worker.pair();
  }

  /**
   * On a worker: that a step has left it interrupted is not meant for the next. Called after each
   * slice of a worker whose slices are not short, after each plain runnable and each failure; where
   * slices are short only now and then, because it would cost as much as they do.
   *
   * <p>Never between the look at whether the executor is cancelling and the step that follows: who
   * is cancelled then is interrupted for it.
   *
   * <p>Looks first: where threads of several classes ask, to clear the flag is a virtual call.
   */
  static void forgetInterrupt() {
    if (!(Thread.currentThread() instanceof WorkerThread worker) || worker.isInterrupted()) {
      boolean _ = Thread.interrupted();
    }
  }
}
