package dev.millrace.plan.io;

import dev.millrace.plan.io.RedisReply.ServerError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts flights on links, and on other links when a node sends them on or a link breaks. Guarded by
 * its client's lock; does no IO itself.
 */
final class Routes {

  private static final int MOST_REDIRECTS = 5;

  /** A read may be repeated: one broken connection is not yet a failure. */
  private static final int MOST_LOSSES = 1;

  private static final String STALLED = "the server owed replies for too long";

  /** Hears of flights that will not get a reply. */
  interface Grounded {
    void ground(Flight flight, RedisFault fault, Outbox outbox);
  }

  private final Topology topology;
  private final Faults faults;
  private final RedisSettings settings;
  private final RedisCounts.Tally tally;
  private final Grounded grounded;
  private final List<Link> up = new ArrayList<>();
  private List<Flight> unrouted = new ArrayList<>();

  Routes(
      Topology topology,
      Faults faults,
      RedisSettings settings,
      RedisCounts.Tally tally,
      Grounded grounded) {
    this.topology = topology;
    this.faults = faults;
    this.settings = settings;
    this.tally = tally;
    this.grounded = grounded;
  }

  void route(Flight flight, long now, Outbox outbox) {
    Node node = topology.nodeFor(flight.command);
    if (node != null) {
      board(flight, node, now, outbox);
    } else if (topology.seed().admits(flight.owner, now)) {
      unrouted.add(flight);
      doubt(now, outbox);
    } else {
      grounded.ground(flight, faults.circuitOpen(topology.seed(), now), outbox);
    }
  }

  private void board(Flight flight, Node node, long now, Outbox outbox) {
    if (!node.admits(flight.owner, now)) {
      grounded.ground(flight, faults.circuitOpen(node, now), outbox);
      return;
    }
    Link link = node.link(flight.owner, settings.connections(), now, outbox);
    link.add(flight);
    outbox.flush(link);
  }

  /** Whether any connection is there. */
  boolean anyUp() {
    return !up.isEmpty();
  }

  void connected(Link link, Wire wire, long now, Outbox outbox) {
    tally.connects++;
    link.up(wire, now);
    up.add(link);
    outbox.flush(link);
  }

  void connectFailed(Link link, String reason, long now, Outbox outbox) {
    tally.failedConnects++;
    failed(link.node, reason, link.startedAt, now);
    link.node.refused(link, now);
    for (Flight flight : link.down()) {
      grounded.ground(flight, faults.notConnected(link.node.address, reason), outbox);
    }
    doubt(now, outbox);
  }

  /**
   * @param owed what was written and not answered
   */
  void lost(Link link, List<Flight> owed, String reason, long now, Outbox outbox) {
    tally.lostConnections++;
    up.remove(link);
    link.node.links().remove(link);
    List<Flight> unwritten = link.down();
    RedisFault fault = faults.lost(link.node.address, link.givenUp() ? STALLED : reason);
    for (Flight flight : owed) {
      flight.losses++;
      if (flight.losses > MOST_LOSSES) {
        failed(link.node, fault.message(), flight.owner.startedAt, now);
        grounded.ground(flight, fault, outbox);
      } else {
        again(flight, fault, now, outbox);
      }
    }
    unwritten.forEach(flight -> again(flight, fault, now, outbox));
  }

  private void again(Flight flight, RedisFault why, long now, Outbox outbox) {
    if (flight.wanted()) {
      route(flight, now, outbox);
    } else {
      grounded.ground(flight, why, outbox);
    }
  }

  /** Whether {@code reply} only said to ask another node, and that is being done. */
  boolean redirected(Flight flight, @Nullable RedisReply reply, long now, Outbox outbox) {
    if (!topology.cluster()
        || !(reply instanceof ServerError(String message))
        || !flight.wanted()
        || flight.redirects >= MOST_REDIRECTS) {
      return false;
    }
    Redirect redirect = Redirect.parse(message, flight.link);
    if (redirect == null) {
      return false;
    }
    flight.redirects++;
    flight.asking = redirect.asking();
    if (!redirect.asking()) {
      topology.moved(redirect.slot(), redirect.node());
      doubt(now, outbox);
    }
    board(flight, topology.at(redirect.node()), now, outbox);
    return true;
  }

  private void doubt(long now, Outbox outbox) {
    if (topology.doubt(now)) {
      outbox.discover();
    }
  }

  void discovered(SlotTable table, long now, Outbox outbox) {
    topology.discovered(table, now);
    List<Flight> waiting = unrouted;
    unrouted = new ArrayList<>();
    waiting.forEach(flight -> route(flight, now, outbox));
  }

  void notDiscovered(String reason, long startedAt, long now, Outbox outbox) {
    topology.notDiscovered(now);
    failed(topology.seed(), reason, startedAt, now);
    List<Flight> waiting = unrouted;
    unrouted = new ArrayList<>();
    for (Flight flight : waiting) {
      grounded.ground(flight, faults.noCluster(reason), outbox);
    }
  }

  /** {@code send} heard nothing in time: whoever owes it a reply has failed. */
  void timedOut(Send send, RedisFault fault, long now) {
    for (int i = 0; i < send.flights.length; i++) {
      Flight flight = send.flights[i];
      if (flight != null && flight.link != null && send.unanswered(i)) {
        failed(flight.link.node, fault.message(), send.startedAt, now);
      }
    }
  }

  private void failed(Node node, String reason, long startedAt, long now) {
    node.lastFailure = reason;
    if (node.breaker.failed(startedAt, now)) {
      tally.circuitOpened++;
    }
  }

  /** Takes out what waits for a link and is not wanted any more. */
  List<Flight> unwanted() {
    List<Flight> all = new ArrayList<>();
    for (Node node : topology.nodes()) {
      node.links().forEach(link -> all.addAll(link.unwanted()));
    }
    unrouted.removeIf(flight -> !flight.wanted() && all.add(flight));
    return all;
  }

  /** Gives up links on which a server owes replies for too long. */
  void closeStalled(long now, Outbox outbox) {
    for (Link link : up) {
      if (link.silence(now) >= settings.stallAfter().toNanos()) {
        link.giveUp(outbox);
      }
    }
  }

  /** Nanoseconds until a link may be found stalled. */
  long nextStallIn(long now) {
    long next = Deadlines.NEVER;
    for (Link link : up) {
      if (link.owes()) {
        next = Math.min(next, settings.stallAfter().toNanos() - link.silence(now));
      }
    }
    return next;
  }

  void closeAll(Outbox outbox) {
    up.forEach(link -> link.giveUp(outbox));
  }

  int openCircuits() {
    int open = 0;
    for (Node node : topology.nodes()) {
      open += node.breaker.state() == CircuitBreaker.State.CLOSED ? 0 : 1;
    }
    return open;
  }
}
