package dev.millrace.executor;

/** A thread that knows its worker. */
final class WorkerThread extends Thread {

  final Worker worker;

  WorkerThread(Worker worker, String name) {
    super(null, worker, name);
    this.worker = worker;
    setDaemon(true);
  }
}
