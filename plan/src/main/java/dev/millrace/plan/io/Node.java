package dev.millrace.plan.io;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One server: the links to it, and whether it is worth a try. Guarded by its client's lock. */
final class Node {

  final NodeAddress address;
  final CircuitBreaker breaker;

  /** Why it failed last, for people. */
  String lastFailure = "";

  private final List<Link> links = new ArrayList<>();
  private @Nullable Send admitted;

  Node(NodeAddress address, CircuitBreaker breaker) {
    this.address = address;
    this.breaker = breaker;
  }

  /** The commands of one send are admitted together or not at all. */
  boolean admits(Send send, long now) {
    if (admitted == send) {
      return true;
    }
    if (!breaker.admits(now)) {
      return false;
    }
    admitted = send;
    return true;
  }

  List<Link> links() {
    return links;
  }

  /** The link with the least to do, and a new one if none is idle and {@code most} allows. */
  Link link(int most, long now, Outbox outbox) {
    Link best = null;
    for (Link link : links) {
      if (best == null || link.load() < best.load()) {
        best = link;
      }
    }
    if (best != null && (best.load() == 0 || links.size() >= most)) {
      return best;
    }
    Link link = new Link(this, now);
    links.add(link);
    outbox.start(link);
    return link;
  }
}
