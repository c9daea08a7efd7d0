package dev.millrace.plan.io;

import dev.millrace.plan.io.Flight.Seat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sends of one endpoint, from the call to the answer: who may go, who shares a flight, who has
 * waited too long.
 *
 * <pre>
 *   send ──► let in ──────────────► its commands fly ──► all answered ──► told
 *     │         ▲ a permit is free        │                  (a fault, or the time is up: told at
 *     └──► waits┘                         ▼                   once; what flies goes on landing)
 *                              landed: the permit is free
 * </pre>
 *
 * <p>Pure: no IO, no threads, no clock. Guarded by its client's lock; what is to be done outside of
 * it goes into an {@link Outbox}.
 */
final class Reads implements Routes.Grounded {

  private final Faults faults;
  private final RedisSettings settings;
  private final RedisCounts.Tally tally = new RedisCounts.Tally();
  private final Routes routes;
  private final Turnstile<Send> turnstile;
  private final long requestTimeout;
  private final long connectGuard;

  /** Sends that wait for replies. */
  private final Deadlines<Send> answering;

  /** Sends that wait for the first connection, whose own time limits are others. */
  private final Deadlines<Send> connecting;

  private final Map<RedisCommand, Flight> flights = new HashMap<>();
  private int freePermits;
  private boolean closed;

  Reads(Topology topology, Faults faults, RedisSettings settings, ReadLimits limits) {
    this.faults = faults;
    this.settings = settings;
    this.routes = new Routes(topology, faults, settings, tally, this);
    this.turnstile = new Turnstile<>(limits.inFlight(), settings.maxWaiting());
    this.requestTimeout = limits.requestTimeout();
    this.connectGuard = limits.connectGuard();
    this.answering = new Deadlines<>(requestTimeout);
    this.connecting = new Deadlines<>(connectGuard);
  }

  void send(Send send, long now, Outbox outbox) {
    tally.sends++;
    if (closed) {
      fail(send, faults.closed(), outbox);
    } else if (turnstile.enter()) {
      launch(send, now, outbox);
    } else if (flights.keySet().containsAll(send.commands)) {
      // Nothing of it goes out, so it needs no permit.
      joinAll(send, now, outbox);
    } else if (!turnstile.queue(send)) {
      tally.overloaded++;
      fail(send, faults.overloaded(turnstile.inside(), turnstile.waiting()), outbox);
    }
    if (!send.over()) {
      (routes.anyUp() ? answering : connecting).start(send, now);
    }
    passPermits(now, outbox);
  }

  private void joinAll(Send send, long now, Outbox outbox) {
    for (int i = 0; i < send.commands.size(); i++) {
      Flight flight = flights.get(send.commands.get(i));
      if (flight != null) {
        share(flight, send, now, outbox);
        flight.join(send, i);
      }
    }
  }

  /** Nobody waits for a server whose circuit is open, not even for what it owes anyway. */
  private void share(Flight flight, Send send, long now, Outbox outbox) {
    tally.shared++;
    Link link = flight.link;
    if (link != null && !link.node.admits(send, now)) {
      fail(send, faults.circuitOpen(link.node, now), outbox);
    }
  }

  /** With a permit: shares the flights that there are and starts the others. */
  private void launch(Send send, long now, Outbox outbox) {
    List<Flight> fresh = new ArrayList<>(send.commands.size());
    for (int i = 0; i < send.commands.size(); i++) {
      RedisCommand command = send.commands.get(i);
      Flight mine = new Flight(command, send);
      Flight flight = flights.putIfAbsent(command, mine);
      if (flight == null) {
        flight = mine;
        fresh.add(mine);
      } else {
        share(flight, send, now, outbox);
      }
      flight.join(send, i);
    }
    send.onWire = fresh.size();
    if (fresh.isEmpty()) {
      freePermits++;
    }
    for (Flight flight : fresh) {
      if (flight.wanted()) {
        routes.route(flight, now, outbox);
      } else {
        land(flight);
      }
    }
  }

  /** A loop, because a send that is let in may fail at once and free its permit again. */
  private void passPermits(long now, Outbox outbox) {
    while (freePermits > 0) {
      freePermits--;
      Send next = turnstile.leave();
      if (next != null) {
        launch(next, now, outbox);
      }
    }
  }

  private void land(Flight flight) {
    if (flights.remove(flight.command, flight) && --flight.owner.onWire == 0) {
      freePermits++;
    }
  }

  @Override
  public void ground(Flight flight, RedisFault fault, Outbox outbox) {
    land(flight);
    for (Seat seat = flight.seats(); seat != null; seat = seat.next()) {
      fail(seat.send(), fault, outbox);
    }
  }

  private void fail(Send send, RedisFault fault, Outbox outbox) {
    if (!send.over()) {
      send.fail(fault);
      over(send, outbox);
    }
  }

  private void over(Send send, Outbox outbox) {
    answering.stop(send);
    connecting.stop(send);
    outbox.tell(send);
  }

  void connected(Link link, Wire wire, long now, Outbox outbox) {
    if (closed) {
      outbox.close(wire);
      return;
    }
    routes.connected(link, wire, now, outbox);
    connecting.drain().forEach(send -> answering.start(send, now));
  }

  void connectFailed(Link link, String reason, long now, Outbox outbox) {
    if (!closed) {
      routes.connectFailed(link, reason, now, outbox);
      passPermits(now, outbox);
    }
  }

  void lost(Link link, List<Flight> owed, String reason, long now, Outbox outbox) {
    if (!closed) {
      routes.lost(link, owed, reason, now, outbox);
      passPermits(now, outbox);
    }
  }

  void discovered(SlotTable table, long now, Outbox outbox) {
    if (!closed) {
      routes.discovered(table, now, outbox);
      passPermits(now, outbox);
    }
  }

  void notDiscovered(String reason, long startedAt, long now, Outbox outbox) {
    if (!closed) {
      routes.notDiscovered(reason, startedAt, now, outbox);
      passPermits(now, outbox);
    }
  }

  /** What to write to {@code link} now, see {@link Link#take}. */
  List<Flight> take(Link link, long now) {
    List<Flight> taken = link.take(now);
    if (!taken.isEmpty()) {
      tally.writes++;
      tally.commands += taken.size();
    }
    return taken;
  }

  void answered(Link link, List<Answer> answers, long now, Outbox outbox) {
    for (Answer answer : answers) {
      link.answered(answer.flight(), now);
      if (!routes.redirected(answer.flight(), answer.reply(), now, outbox)) {
        answered(link, answer, outbox);
      }
    }
    outbox.flush(link);
    passPermits(now, outbox);
  }

  private void answered(Link link, Answer answer, Outbox outbox) {
    Flight flight = answer.flight();
    if (!flight.wanted()) {
      tally.lateReplies++;
      land(flight);
      return;
    }
    link.node.breaker.succeeded();
    RedisReply reply = answer.reply();
    if (reply == null) {
      ground(flight, tooLarge(flight, answer.bytes()), outbox);
      return;
    }
    land(flight);
    for (Seat seat = flight.seats(); seat != null; seat = seat.next()) {
      answer(seat, reply, answer, outbox);
    }
  }

  private void answer(Seat seat, RedisReply reply, Answer answer, Outbox outbox) {
    Send send = seat.send();
    if (send.over()) {
      return;
    }
    if (send.bytes() + answer.bytes() > settings.maxReplyBytes()) {
      fail(send, tooLarge(answer.flight(), send.bytes() + answer.bytes()), outbox);
    } else if (send.answer(seat.index(), reply, answer.bytes())) {
      over(send, outbox);
    }
  }

  private RedisFault tooLarge(Flight flight, long bytes) {
    return faults.tooLarge(flight.command, bytes, settings.maxReplyBytes());
  }

  /** Looks who has waited too long. */
  void tick(long now, Outbox outbox) {
    List<Send> late = answering.expired(now);
    for (Send send : late) {
      tally.timeouts++;
      RedisFault fault = faults.timedOut(requestTimeout);
      routes.timedOut(send, fault, now);
      giveUp(send, fault, outbox);
    }
    List<Send> unconnected = connecting.expired(now);
    for (Send send : unconnected) {
      giveUp(send, faults.stillConnecting(connectGuard), outbox);
    }
    if (!late.isEmpty() || !unconnected.isEmpty()) {
      routes.unwanted().forEach(this::land);
    }
    routes.closeStalled(now, outbox);
    passPermits(now, outbox);
  }

  private void giveUp(Send send, RedisFault fault, Outbox outbox) {
    var _ = turnstile.withdraw(send);
    fail(send, fault, outbox);
  }

  /** Nanoseconds until {@link #tick} has something to do, or {@link Deadlines#NEVER}. */
  long nextTickIn(long now) {
    return Math.min(
        routes.nextStallIn(now), Math.min(answering.nextIn(now), connecting.nextIn(now)));
  }

  void close(Outbox outbox) {
    if (closed) {
      return;
    }
    closed = true;
    routes.closeAll(outbox);
    turnstile.dismiss().forEach(send -> fail(send, faults.closed(), outbox));
    List.copyOf(flights.values()).forEach(flight -> ground(flight, faults.closed(), outbox));
  }

  boolean closed() {
    return closed;
  }

  RedisCounts counts() {
    return tally.counts(routes.openCircuits(), turnstile.inside(), turnstile.waiting());
  }

  /** What came back for a flight; no reply if it was too large. */
  record Answer(Flight flight, @Nullable RedisReply reply, long bytes) {}
}
