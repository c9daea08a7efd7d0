package dev.millrace.plan.io;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Lets a number of visitors in at once; the others wait in the order of their coming, and not more
 * than a number of them. Pure; not thread-safe.
 */
final class Turnstile<T> {

  private final int most;
  private final int mostWaiting;
  private final SequencedSet<T> waiting = new LinkedHashSet<>();
  private int inside;

  Turnstile(int most, int mostWaiting) {
    this.most = most;
    this.mostWaiting = mostWaiting;
  }

  /** Whether somebody was let in; {@link #leave} is owed then. */
  boolean enter() {
    if (inside == most) {
      return false;
    }
    inside++;
    return true;
  }

  /** Whether there was room to wait. */
  boolean queue(T visitor) {
    return waiting.size() < mostWaiting && waiting.add(visitor);
  }

  /** One goes out. The place goes to who has waited longest, if anybody has. */
  @Nullable T leave() {
    if (waiting.isEmpty()) {
      inside--;
      return null;
    }
    return waiting.removeFirst();
  }

  /** Waits no longer. */
  boolean withdraw(T visitor) {
    return waiting.remove(visitor);
  }

  /** All who wait are sent away. */
  List<T> dismiss() {
    List<T> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }

  int inside() {
    return inside;
  }

  int waiting() {
    return waiting.size();
  }
}
