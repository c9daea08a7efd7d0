package dev.millrace.server.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tickets that wait for something to come into their queues. Confined to the mill. */
final class Waiting {

  private final Map<String, Deque<Ticket>> byQueue = new HashMap<>();
  private int size;
  private int untilSweep = 1024;

  void add(Ticket ticket) {
    byQueue.computeIfAbsent(ticket.queue(), _ -> new ArrayDeque<>()).add(ticket);
    size++;
    if (--untilSweep <= 0) {
      sweep();
    }
  }

  Set<String> queues() {
    return byQueue.keySet();
  }

  /** Those who wait for a queue, the longest waiting first; not to be kept. */
  Iterable<Ticket> of(String queue) {
    var tickets = byQueue.get(queue);
    return tickets == null ? List.of() : Collections.unmodifiableCollection(tickets);
  }

  /** Takes out what is no longer open. */
  void forget(String queue) {
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

  List<Ticket> all() {
    var all = new ArrayList<Ticket>();
    byQueue.values().forEach(all::addAll);
    return all;
  }

  int size() {
    return size;
  }
}
