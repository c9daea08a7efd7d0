package dev.millrace.server.engine;

import dev.millrace.server.Tasks.Poll;
import dev.millrace.server.store.PollRow;
import dev.millrace.server.store.WriteTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who polled which queue last. Written down now and then, not with every poll. A bounded number of
 * queues; thread-safe.
 */
final class Pollers {

  private static final int QUEUES = 10_000;
  private static final long ACTIVE_MILLIS = 10_000;
  private static final long FLUSH_MILLIS = 5_000;

  private final Map<String, PollRow> last = new LinkedHashMap<>();
  private final Map<String, PollRow> unwritten = new LinkedHashMap<>();
  private long flushedAt;

  synchronized void saw(Poll poll, long now) {
    var queue = Queues.name(poll.type(), poll.domain());
    var row = new PollRow(poll.type(), poll.domain(), poll.workerId(), now);
    last.put(queue, row);
    unwritten.put(queue, row);
    if (last.size() > QUEUES) {
      var eldest = last.keySet().iterator();
      unwritten.remove(eldest.next());
      eldest.remove();
    }
  }

  /** Whether somebody polled for a type in a domain lately. */
  synchronized boolean active(String type, String domain, long now) {
    var row = last.get(Queues.name(type, domain));
    return row != null && now - row.at() <= ACTIVE_MILLIS;
  }

  synchronized List<PollRow> rows() {
    return new ArrayList<>(last.values());
  }

  /**
   * Writes down what is new, if it is time, and reads what other servers wrote. One at a time does;
   * nobody who asks for what is known waits for the store meanwhile.
   */
  void flush(WriteTransaction tx, long now) {
    var rows = takeUnwritten(now);
    if (!rows.isEmpty()) {
      tx.polled(rows);
      learn(tx.polls());
    }
  }

  private synchronized List<PollRow> takeUnwritten(long now) {
    if (unwritten.isEmpty() || now - flushedAt < FLUSH_MILLIS) {
      return List.of();
    }
    flushedAt = now;
    var rows = List.copyOf(unwritten.values());
    unwritten.clear();
    return rows;
  }

  private synchronized void learn(List<PollRow> rows) {
    for (var row : rows) {
      var queue = Queues.name(row.type(), row.domain());
      last.merge(queue, row, (mine, other) -> mine.at() >= other.at() ? mine : other);
    }
  }
}
