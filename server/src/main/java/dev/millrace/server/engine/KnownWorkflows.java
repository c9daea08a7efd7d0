package dev.millrace.server.engine;

import java.util.LinkedHashMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Workflows that were seen lately, up to a number of tasks. Only of use where nobody else writes.
 * Confined to the one hand that there is then.
 */
final class KnownWorkflows {

  private final int capacity;
  private final LinkedHashMap<UUID, Known> byId = new LinkedHashMap<>();
  private int weight;

  /**
   * @param capacity how many workflows and tasks; 0 to keep none
   */
  KnownWorkflows(int capacity) {
    this.capacity = capacity;
  }

  /** Takes it out, for a batch: what a failed batch touched is not put back. */
  @Nullable Known take(UUID id) {
    var known = byId.remove(id);
    if (known != null) {
      weight -= known.weight();
    }
    return known;
  }

  /** Keeps it, if it is of further use. */
  void keep(Known known) {
    if (known.state().status().isTerminal() || known.weight() > capacity) {
      return;
    }
    if (byId.put(known.id(), known) != null) {
      throw new IllegalStateException(known.state() + " was here already");
    }
    weight += known.weight();
    var eldest = byId.values().iterator();
    while (weight > capacity && eldest.hasNext()) {
      weight -= eldest.next().weight();
      eldest.remove();
    }
  }
}
