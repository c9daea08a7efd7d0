package dev.millrace.server.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Tickets that wait for something to come into their queues. Thread-safe. */
final class Waiting {

  private final Map<String, Deque<Ticket>> byQueue = new HashMap<>();
  private int size;
  private int untilSweep = 1024;

  synchronized void add(Ticket ticket) {
    byQueue.computeIfAbsent(ticket.queue(), _ -> new ArrayDeque<>()).add(ticket);
    size++;
    if (--untilSweep <= 0) {
      sweep();
    }
  }

  synchronized Set<String> queues() {
    return Set.copyOf(byQueue.keySet());
  }

  /**
   * Those who wait for a queue, the longest waiting first, and at most so many.
   *
   * @param mine those that the asker has reserved, for an attempt that failed
   */
  synchronized List<Ticket> of(String queue, int most, Predicate<Ticket> mine) {
    var tickets = byQueue.get(queue);
    return tickets == null
        ? List.of()
        : tickets.stream()
            .filter(ticket -> ticket.isOpen() || mine.test(ticket))
            .limit(most)
            .toList();
  }

  /** Takes out what is no longer open. */
  synchronized void forget(String queue) {
    var tickets = byQueue.get(queue);
    if (tickets == null) {
      return;
    }
    int there = tickets.size();
    tickets.removeIf(ticket -> !ticket.isOpen());
    size -= there - tickets.size();
    if (tickets.isEmpty()) {
      byQueue.remove(queue);
    }
  }

  /** Tickets that were given up stay until here, so at most as many as live ones, or a thousand. */
  private void sweep() {
    List.copyOf(byQueue.keySet()).forEach(this::forget);
    untilSweep = Math.max(1024, size);
  }

  synchronized List<Ticket> all() {
    var all = new ArrayList<Ticket>();
    byQueue.values().forEach(all::addAll);
    return all;
  }

  synchronized int size() {
    return size;
  }
}
