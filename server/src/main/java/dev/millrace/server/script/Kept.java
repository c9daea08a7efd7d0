package dev.millrace.server.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What was made of texts, the most recently used of it. Two threads may make the same thing at the
 * same time; one of the two stays. Thread-safe.
 */
final class Kept<T> {

  private final Function<String, T> maker;

  /** Guarded by itself. */
  private final Map<String, T> made;

  Kept(int most, Function<String, T> maker) {
    this.maker = maker;
    this.made =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > most;
          }
        };
  }

  T of(String text) {
    synchronized (made) {
      T known = made.get(text);
      if (known != null) {
        return known;
      }
    }
    // Outside of the lock: it may take a while.
    T fresh = maker.apply(text);
    synchronized (made) {
      T known = made.putIfAbsent(text, fresh);
      return known == null ? fresh : known;
    }
  }
}
