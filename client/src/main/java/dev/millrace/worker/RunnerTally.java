package dev.millrace.worker;

import java.util.concurrent.atomic.LongAdder;

/** What a runner counts. Written on the event loop, read by any thread. */
final class RunnerTally {

  final LongAdder received = new LongAdder();
  final LongAdder queueHits = new LongAdder();
  final LongAdder serverPolls = new LongAdder();
  final LongAdder emptyPolls = new LongAdder();
  final LongAdder failedPolls = new LongAdder();
  final LongAdder completed = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder failedTerminally = new LongAdder();
  final LongAdder inProgress = new LongAdder();
  final LongAdder handedBack = new LongAdder();
  final LongAdder cancelled = new LongAdder();
  final LongAdder abandoned = new LongAdder();
  final LongAdder notAccepted = new LongAdder();
  final LongAdder updateRetries = new LongAdder();
  final LongAdder leaseExtensions = new LongAdder();
  final LongAdder leaseExtensionsFailed = new LongAdder();
  final LongAdder savedNanos = new LongAdder();

  volatile int queueDepth;
  volatile int deepestQueue;
  volatile int permitsTaken;

  void queueIs(int depth) {
    queueDepth = depth;
    if (depth > deepestQueue) {
      deepestQueue = depth;
    }
  }

  void ended(Ended.Kind kind) {
    switch (kind) {
      case COMPLETED -> completed.increment();
      case FAILED -> failed.increment();
      case FAILED_TERMINALLY -> failedTerminally.increment();
      case IN_PROGRESS -> inProgress.increment();
    }
  }

  Balance balance() {
    return new Balance(
        received.sum(),
        completed.sum(),
        failed.sum(),
        failedTerminally.sum(),
        inProgress.sum(),
        handedBack.sum(),
        cancelled.sum(),
        abandoned.sum());
  }
}
