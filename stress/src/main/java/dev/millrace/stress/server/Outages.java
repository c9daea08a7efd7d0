package dev.millrace.stress.server;

import java.util.ArrayList;
import java.util.List;

/** When something was away, by the clock that servers use too. Not thread-safe. */
final class Outages {

  private final List<Outage> all = new ArrayList<>();

  /** One of them; it lasts until it is ended. */
  static final class Outage {
    private final long from = System.currentTimeMillis();
    private long to = Long.MAX_VALUE;

    private Outage() {}

    void end() {
      to = System.currentTimeMillis();
    }
  }

  Outage begin() {
    var outage = new Outage();
    all.add(outage);
    return outage;
  }

  /** Whether something was away at any time between these. */
  boolean touch(long from, long to) {
    return all.stream().anyMatch(outage -> outage.from <= to && from <= outage.to);
  }
}
