package dev.millrace.bench.executor;

/**
 * How many operations are timed at once. The harness takes as many, within these bounds, as take
 * long enough to be timed well.
 */
record BatchSize(int least, int most) {
  BatchSize {
    if (least < 1 || most < least) {
      throw new IllegalArgumentException("batch of " + least + " to " + most);
    }
  }

  static BatchSize exactly(int operations) {
    return new BatchSize(operations, operations);
  }
}
