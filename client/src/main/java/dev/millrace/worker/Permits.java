package dev.millrace.worker;

/**
 * A semaphore of {@code threadCount} permits: who runs a task, or has asked the server for one, has
 * a permit for it. So no more is ever asked for than can be run. Confined to the event loop;
 * refuses to be released more often than acquired.
 */
final class Permits {

  private final int capacity;
  private int free;

  Permits(int capacity) {
    this.capacity = capacity;
    this.free = capacity;
  }

  int free() {
    return free;
  }

  int taken() {
    return capacity - free;
  }

  boolean tryAcquire() {
    return acquireUpTo(1) == 1;
  }

  /** Takes what is free, but no more than {@code most}; answers how many. */
  int acquireUpTo(int most) {
    int acquired = Math.min(free, most);
    free -= acquired;
    return acquired;
  }

  void release(int count) {
    if (count < 0 || free + count > capacity) {
      throw new IllegalStateException(
          count + " permits released with " + free + " of " + capacity + " free");
    }
    free += count;
  }
}
