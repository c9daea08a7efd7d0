package dev.millrace.server.engine;

import dev.millrace.server.flow.Leases;
import dev.millrace.server.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/** Gives tasks of queues to those who want them, within the limits. Part of one batch. */
final class HandOut {

  private static final Comparator<Batch.Candidate> ORDER =
      Comparator.<Batch.Candidate>comparingInt(candidate -> -candidate.claimed().priority())
          .thenComparingLong(candidate -> candidate.claimed().task().delivery().availableAt())
          .thenComparing(candidate -> candidate.claimed().task().id());

  /** How many tasks of one queue a batch hands out. */
  private static final int MOST = 1_000;

  /** How many more to ask for where that costs nothing, since some may be in the way. */
  private static final int SPARE = 8;

  private final Batch batch;
  private long retryAt = Store.NEVER;

  HandOut(Batch batch) {
    this.batch = batch;
  }

  /** When a limit lets more through that it holds back now. */
  long retryAt() {
    return retryAt;
  }

  /**
   * Gives what there is to the demands of one queue, in their order.
   *
   * @param dry whether the store has nothing for this queue, as far as is known
   * @return whether there may be more than a batch hands out
   */
  boolean serve(String queue, List<Demand> demands, boolean dry) {
    int open = demands.stream().mapToInt(Demand::open).sum();
    int want = Math.min(MOST, open);
    if (want == 0) {
      return false;
    }
    int allowed = Math.min(want, allowance(demands.getFirst().type));
    var found = allowed == 0 ? new Found(List.of(), false) : first(queue, allowed, dry);
    var next = found.candidates().iterator();
    int given = 0;
    for (var demand : demands) {
      if (!next.hasNext() || !demand.stillWanted()) {
        continue;
      }
      while (demand.open() > 0 && next.hasNext()) {
        given += give(next.next(), demand) ? 1 : 0;
      }
    }
    if (given < found.candidates().size()) {
      batch.stir(queue);
    }
    grant(demands.getFirst().type, given);
    remember(queue, found.all() && given == found.candidates().size());
    return given == MOST && open > MOST;
  }

  /**
   * The first tasks of a queue.
   *
   * @param all whether there are no others
   */
  private record Found(List<Batch.Candidate> candidates, boolean all) {}

  private boolean give(Batch.Candidate candidate, Demand demand) {
    var before = candidate.claimed();
    var task = Leases.claim(before.task(), demand.worker, batch.now());
    if (task == null) {
      return false;
    }
    batch.claimed(candidate, task);
    demand.got.add(new Claimed(task, before.flow(), before.priority(), before.correlationId()));
    return true;
  }

  /** The first tasks of a queue, from the store and from this batch. */
  private Found first(String queue, int count, boolean empty) {
    var found = new ArrayList<>(batch.freshIn(queue));
    // A task that came back to its queue in this batch may be in the store there as well.
    var fresh = new HashSet<String>();
    found.forEach(candidate -> fresh.add(candidate.claimed().task().id()));
    boolean dry = empty;
    int stored = 0;
    // Rows that this batch changed are in the way; ask for more until there are enough. Not for
    // more than that where others want them too: they cannot have them before this is committed.
    for (int limit = batch.parts.exclusive ? count + SPARE : count; !dry; limit *= 2) {
      var rows = batch.tx.ready(queue, limit, batch::knows);
      found.subList(found.size() - stored, found.size()).clear();
      stored = 0;
      for (var row : rows) {
        var candidate = batch.candidate(row, queue);
        if (candidate != null && !fresh.contains(candidate.claimed().task().id())) {
          found.add(candidate);
          stored++;
        }
      }
      if (rows.size() < limit || stored >= count) {
        dry = rows.size() < limit;
        break;
      }
    }
    found.sort(ORDER);
    if (found.size() <= count) {
      return new Found(found, dry);
    }
    // Others cannot have the rest before this is committed, and are to look then.
    batch.stir(queue);
    return new Found(found.subList(0, count), false);
  }

  private void remember(String queue, boolean dry) {
    if (dry) {
      batch.parts.dry.add(queue);
    } else {
      batch.parts.dry.remove(queue);
    }
  }

  // Limits

  /** Whether some of the tasks of a type may be held back. */
  boolean limited(String type) {
    var definition = batch.parts.definer.task(type);
    var slots = definition == null ? null : definition.concurrentExecLimit();
    return definition != null
        && ((slots != null && slots > 0) || definition.rateLimitPerFrequency() > 0);
  }

  private int allowance(String type) {
    var definition = batch.parts.definer.task(type);
    if (definition == null) {
      return Integer.MAX_VALUE;
    }
    int allowed = Integer.MAX_VALUE;
    var slots = definition.concurrentExecLimit();
    if (limited(type)) {
      batch.tx.lockLimit(type);
    }
    if (slots != null && slots > 0) {
      allowed = Math.max(0, slots - batch.tx.held(type) - batch.heldMore(type));
    }
    if (definition.rateLimitPerFrequency() > 0) {
      allowed = Math.min(allowed, rate(type, definition.rateLimitPerFrequency(), window(type)));
    }
    return allowed;
  }

  private int rate(String type, int perWindow, long window) {
    var grants = batch.tx.grants(type, batch.now() - window + 1);
    long oldest = grants.count() == 0 ? batch.now() : grants.oldest();
    retryAt = Math.min(retryAt, oldest + window);
    return Math.max(0, perWindow - grants.count());
  }

  private long window(String type) {
    var definition = batch.parts.definer.task(type);
    return definition == null
        ? 1000
        : 1000L * Math.max(1, definition.rateLimitFrequencyInSeconds());
  }

  private void grant(String type, int given) {
    var definition = batch.parts.definer.task(type);
    if (given > 0 && definition != null && definition.rateLimitPerFrequency() > 0) {
      batch.tx.grant(type, batch.now(), given);
    }
  }
}
