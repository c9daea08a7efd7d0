package dev.millrace.server.engine;

import java.util.LinkedHashMap;
import java.util.Map;

/** Forgets the entry that was not used for the longest time. Not thread-safe. */
final class Bounded<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1;
  private final int capacity;

  Bounded(int capacity) {
    super(16, 0.75f, true);
    this.capacity = capacity;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > capacity;
  }
}
