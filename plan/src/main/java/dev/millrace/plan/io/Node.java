package dev.millrace.plan.io;

import dev.millrace.plan.registry.NodeAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One server: the links to it, and whether it is worth a try. Guarded by its client's lock. */
final class Node {

  /** A server that has enough connections is not asked for one more with every command. */
  private static final long OPEN_AGAIN_AFTER = 1_000_000_000L;

  final NodeAddress address;
  final CircuitBreaker breaker;

  /** Why it failed last, for people. */
  String lastFailure = "";

  private final List<Link> links = new ArrayList<>();
  private @Nullable Send admitted;

  /** What was put on a link last, and on which. */
  private @Nullable Send boarded;

  private @Nullable Link boardedOn;

  /** Whether a link did not come about, and when. */
  private boolean refused;

  private long refusedAt;

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

  /**
   * The link for a command of {@code send}: that of the command before it, so that its replies come
   * together.
   */
  Link link(Send send, int most, long now, Outbox outbox) {
    Link link = boardedOn;
    if (boarded != send || link == null || link.state() == Link.State.DOWN) {
      link = idlest(most, now, outbox);
      boarded = send;
      boardedOn = link;
    }
    return link;
  }

  /**
   * The link with the least to do of those that are up. If that one is busy, another is opened
   * where {@code most} allows, for those who come when it is up: nobody waits for it meanwhile.
   */
  private Link idlest(int most, long now, Outbox outbox) {
    Link best = null;
    for (Link link : links) {
      if (best == null || isBetter(link, best)) {
        best = link;
      }
    }
    if (best == null) {
      return open(now, outbox);
    }
    boolean isBusy = best.state() == Link.State.UP && best.load() > 0;
    if (isBusy && links.size() < most && (!refused || now - refusedAt >= OPEN_AGAIN_AFTER)) {
      var _ = open(now, outbox);
    }
    return best;
  }

  private static boolean isBetter(Link link, Link other) {
    boolean isUp = link.state() == Link.State.UP;
    return isUp == (other.state() == Link.State.UP) ? link.load() < other.load() : isUp;
  }

  private Link open(long now, Outbox outbox) {
    Link link = new Link(this, now);
    links.add(link);
    outbox.start(link);
    return link;
  }

  /** The server did not want {@code link}; those that there are go on. */
  void refused(Link link, long now) {
    links.remove(link);
    refused = true;
    refusedAt = now;
  }
}
