package dev.millrace.plan;

/** A first-in first-out queue of node indices; each node enters at most once. Not thread-safe. */
final class IntQueue {

  private final int[] items;
  private int head;
  private int tail;

  /**
   * @param capacity how many items may ever be added
   */
  IntQueue(int capacity) {
    items = new int[capacity];
  }

  void add(int item) {
    items[tail++] = item;
  }

  int remove() {
    return items[head++];
  }

  int size() {
    return tail - head;
  }

  boolean isEmpty() {
    return head == tail;
  }
}
