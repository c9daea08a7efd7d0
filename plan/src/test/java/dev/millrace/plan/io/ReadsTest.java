package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.io.Reads.Answer;
import dev.millrace.plan.io.RedisFault.Kind;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.registry.RedisAddress;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The decisions of a client, without a server, threads or time. */
final class ReadsTest {

  private static final int PERMITS = 2;
  private static final int ROOM = 3;

  private final RedisSettings settings =
      RedisSettings.defaults()
          .withMaxWaiting(ROOM)
          .withCircuit(2, Duration.ofNanos(1000), Duration.ofNanos(1000))
          .withStallAfter(Duration.ofNanos(500));
  private final RedisAddress address = RedisAddress.parse(URI.create("redis://h:1"));
  private final Topology topology =
      new Topology(
          address,
          () ->
              new CircuitBreaker(
                  settings.failuresToOpen(),
                  new Backoff(settings.firstDelay(), settings.mostDelay(), () -> 0)));
  private final Reads reads =
      new Reads(
          topology,
          new Faults(RedisServerProcess.endpoint(URI.create("redis://h:1")), address),
          settings,
          new ReadLimits(PERMITS, 100, 10_000));
  private final Outbox outbox = new Outbox();
  private int closedWires;
  private long now;

  private Outcome send(String... keys) {
    Outcome outcome = new Outcome();
    List<RedisCommand> commands =
        Arrays.stream(keys).map(key -> RedisCommand.of("GET", key)).toList();
    reads.send(new Send(commands, outcome, now), now, outbox);
    tell();
    return outcome;
  }

  private int told;

  private void tell() {
    for (; told < outbox.tells().size(); told++) {
      outbox.tells().get(told).tell();
    }
  }

  /** The link that was wished for last, connected. */
  private Link connect() {
    Link link = outbox.starts().getLast();
    reads.connected(
        link,
        new Wire(
            InputStream.nullInputStream(), OutputStream.nullOutputStream(), () -> closedWires++),
        now,
        outbox);
    return link;
  }

  private List<Flight> write(Link link) {
    List<Flight> all = new ArrayList<>();
    for (List<Flight> taken = reads.take(link, now);
        !taken.isEmpty();
        taken = reads.take(link, now)) {
      link.wrote();
      all.addAll(taken);
    }
    return all;
  }

  private void answer(Link link, List<Flight> flights) {
    for (Flight flight : flights) {
      String value = "of " + flight.command.arguments().getFirst();
      reads.answered(link, List.of(new Answer(flight, new Text(value), 10)), now, outbox);
    }
    tell();
  }

  private void tickAt(long time) {
    now = time;
    reads.tick(now, outbox);
    tell();
  }

  @Test
  void answersASendWhenItsLastReplyHasCome() {
    Outcome outcome = send("a", "b");
    Link link = connect();
    List<Flight> flights = write(link);

    answer(link, flights.subList(0, 1));
    assertThat(outcome.isDone()).isFalse();
    answer(link, flights.subList(1, 2));

    assertThat(outcome.replies()).containsExactly(new Text("of a"), new Text("of b"));
    assertThat(reads.counts().inFlight()).isZero();
    assertThat(reads.nextTickIn(now)).isEqualTo(Deadlines.NEVER);
  }

  @Test
  void countsTheTimeFromTheConnectionOn() {
    Outcome outcome = send("a");
    now = 5_000;
    Link link = connect();

    assertThat(reads.nextTickIn(now)).isEqualTo(100);
    answer(link, write(link));
    assertThat(outcome.replies()).hasSize(1);
  }

  @Test
  void doesNotWaitForEverForAConnection() {
    Outcome outcome = send("a");

    tickAt(10_000);

    assertThat(outcome.fault().kind()).isEqualTo(Kind.NOT_CONNECTED);
    assertThat(outcome.fault().message()).contains("still no connection");
    assertThat(reads.counts().inFlight()).isZero();
  }

  @Test
  void neverSendsWhatWasNotWrittenInTime() {
    assertThat(connectWith("first").state()).isEqualTo(Link.State.UP);
    Outcome a = send("a");
    Outcome b = send("b");

    tickAt(now + 100);

    assertThat(a.fault().kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(b.fault().kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(reads.counts().inFlight()).isZero();
    assertThat(write(topology.seed().links().getFirst())).isEmpty();
  }

  /** Makes a link by a send that is answered. */
  private Link connectWith(String key) {
    Outcome first = send(key);
    Link link = connect();
    answer(link, write(link));
    assertThat(first.replies()).hasSize(1);
    return link;
  }

  @Test
  void passesThePermitWhenTheLateReplyHasLanded() {
    Link link = connectWith("first");
    Outcome a = send("a");
    Outcome b = send("b");
    List<Flight> onWire = write(link);
    now += 50;
    Outcome waits = send("c");
    assertThat(reads.counts().waiting()).isEqualTo(1);

    tickAt(now + 50);
    assertThat(a.fault().kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(b.fault().kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(write(link)).isEmpty();
    assertThat(reads.counts().inFlight()).isEqualTo(2);

    answer(link, onWire);
    assertThat(reads.counts().lateReplies()).isEqualTo(2);
    answer(link, write(link));
    assertThat(waits.reply()).isEqualTo(new Text("of c"));
  }

  @Test
  void refusesWhoFindsNoRoomToWait() {
    assertThat(connectWith("first").state()).isEqualTo(Link.State.UP);
    for (int i = 0; i < PERMITS + ROOM; i++) {
      assertThat(send("k" + i).isDone()).isFalse();
    }

    assertThat(send("one too many").fault().kind()).isEqualTo(Kind.OVERLOADED);
  }

  @Test
  void freesThePermitOfWhoSharesEverything() {
    Link link = connectWith("first");
    Outcome a = send("a");
    Outcome same = send("a", "a");

    assertThat(reads.counts().inFlight()).isEqualTo(1);
    answer(link, write(link));
    assertThat(a.replies()).hasSize(1);
    assertThat(same.replies()).containsExactly(new Text("of a"), new Text("of a"));
  }

  @Test
  void answersWhoJoinedAfterTheFirstHadGivenUp() {
    Link link = connectWith("first");
    Outcome first = send("a");
    List<Flight> onWire = write(link);
    now += 60;
    Outcome second = send("a");

    tickAt(now + 40);
    assertThat(first.fault().kind()).isEqualTo(Kind.TIMED_OUT);
    answer(link, onWire);

    assertThat(second.reply()).isEqualTo(new Text("of a"));
    assertThat(reads.counts().lateReplies()).isZero();
  }

  @Test
  void repeatsReadsOnceWhenTheirConnectionBreaks() {
    Link link = connectWith("first");
    Outcome a = send("a");
    List<Flight> owed = write(link);

    reads.lost(link, owed, "broken", now, outbox);
    Link second = connect();
    assertThat(second).isNotSameAs(link);
    List<Flight> again = write(second);
    assertThat(again).isEqualTo(owed);
    reads.lost(second, again, "broken again", now, outbox);
    tell();

    assertThat(a.fault().kind()).isEqualTo(Kind.CONNECTION_LOST);
    assertThat(a.fault().message()).contains("h:1", "broken again");
    assertThat(reads.counts().inFlight()).isZero();
  }

  @Test
  void refusesEverythingWhileTheCircuitIsOpen() {
    for (int i = 0; i < 2; i++) {
      Outcome outcome = send("k" + i);
      now++;
      reads.connectFailed(outbox.starts().getLast(), "refused", now, outbox);
      tell();
      assertThat(outcome.fault().kind()).isEqualTo(Kind.NOT_CONNECTED);
      now++;
    }

    assertThat(send("a", "b").fault().kind()).isEqualTo(Kind.CIRCUIT_OPEN);
    assertThat(reads.counts().inFlight()).isZero();
    now += 2_000;
    Outcome probe = send("a", "b", "c");
    assertThat(send("d").fault().kind()).isEqualTo(Kind.CIRCUIT_OPEN);
    Link link = connect();
    answer(link, write(link));
    assertThat(probe.replies()).hasSize(3);
    assertThat(send("e").isDone()).isFalse();
  }

  @Test
  void sharesNothingOfAServerWhoseCircuitIsOpen() {
    Link link = connectWith("first");
    for (int i = 0; i < 2; i++) {
      Outcome outcome = send("a");
      assertThat(write(link)).hasSize(i == 0 ? 1 : 0);
      tickAt(now + 100);
      assertThat(outcome.fault().kind()).isEqualTo(Kind.TIMED_OUT);
    }

    Outcome shares = send("a");

    assertThat(shares.fault().kind()).isEqualTo(Kind.CIRCUIT_OPEN);
  }

  @Test
  void lettingManyWaitersFailAtOnceNeedsNoDeepStack() {
    RedisSettings roomy = settings.withMaxWaiting(100_000);
    Reads many =
        new Reads(
            topology,
            new Faults(RedisServerProcess.endpoint(URI.create("redis://h:1")), address),
            roomy,
            new ReadLimits(1, 0, 1_000_000));
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      Outcome outcome = new Outcome();
      outcomes.add(outcome);
      many.send(new Send(List.of(RedisCommand.of("GET", "k" + i)), outcome, now), now, outbox);
    }

    // The first failure frees a permit, the next waiter fails in turn, and so on.
    assertThat(topology.seed().breaker.failed(now, now)).isFalse();
    now++;
    many.connectFailed(outbox.starts().getLast(), "refused", now, outbox);
    tell();

    assertThat(outcomes).allMatch(Outcome::isDone);
  }

  @Test
  void failsEverybodyWhenItIsClosed() {
    Link link = connectWith("first");
    Outcome onWire = send("a");
    List<Flight> flights = write(link);
    Outcome pending = send("b");
    Outcome waits = send("c");

    reads.close(outbox);
    tell();

    for (Outcome outcome : List.of(onWire, pending, waits)) {
      assertThat(outcome.fault().kind()).isEqualTo(Kind.CLOSED);
    }
    outbox.closes().forEach(Wire::close);
    assertThat(closedWires).isEqualTo(1);
    answer(link, flights);
    reads.lost(link, List.of(), "closed", now, outbox);
    assertThat(send("d").fault().kind()).isEqualTo(Kind.CLOSED);
  }

  @Test
  void closesALinkThatOwesRepliesForTooLong() {
    Link link = connectWith("first");
    Outcome outcome = send("a");
    assertThat(write(link)).hasSize(1);
    tickAt(now + 100);
    assertThat(outcome.fault().kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(outbox.closes()).isEmpty();
    assertThat(reads.nextTickIn(now)).isEqualTo(400);

    tickAt(now + 400);

    assertThat(outbox.closes()).hasSize(1);
    assertThat(reads.nextTickIn(now)).isEqualTo(Deadlines.NEVER);
  }

  /** Whatever happens in whatever order: everybody is told once, and all permits come back. */
  @RepeatedTest(100)
  void losesNobodyWhateverHappens() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Outcome> outcomes = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    List<List<Flight>> owed = new ArrayList<>();
    for (int step = 0; step < 200; step++) {
      now += random.nextInt(30);
      act(random, outcomes, links, owed);
    }
    settle(links, owed);

    assertThat(outcomes).as("seed %d", seed).allMatch(Outcome::isDone);
    assertThat(reads.counts().inFlight()).as("seed %d", seed).isZero();
    assertThat(reads.counts().waiting()).as("seed %d", seed).isZero();
  }

  private int started;

  private void act(
      Random random, List<Outcome> outcomes, List<Link> links, List<List<Flight>> owed) {
    int link = links.isEmpty() ? -1 : random.nextInt(links.size());
    switch (random.nextInt(6)) {
      case 0, 1 -> outcomes.add(send("k" + random.nextInt(4), "k" + random.nextInt(8)));
      case 2 -> {
        if (started < outbox.starts().size()) {
          Link next = outbox.starts().get(started++);
          if (random.nextInt(3) == 0) {
            reads.connectFailed(next, "refused", now, outbox);
          } else {
            reads.connected(
                next,
                new Wire(InputStream.nullInputStream(), OutputStream.nullOutputStream(), () -> {}),
                now,
                outbox);
            links.add(next);
            owed.add(new ArrayList<>());
          }
        }
      }
      case 3 -> {
        if (link >= 0) {
          owed.get(link).addAll(write(links.get(link)));
          if (!owed.get(link).isEmpty()) {
            answer(links.get(link), List.of(owed.get(link).removeFirst()));
          }
        }
      }
      case 4 -> {
        if (link >= 0 && random.nextInt(5) == 0) {
          Link broken = links.remove(link);
          reads.lost(broken, owed.remove(link), "broken", now, outbox);
        }
      }
      default -> reads.tick(now, outbox);
    }
    tell();
  }

  /** Every link ends, and the time passes. */
  private void settle(List<Link> links, List<List<Flight>> owed) {
    while (!links.isEmpty() || started < outbox.starts().size()) {
      if (!links.isEmpty()) {
        Link link = links.removeFirst();
        List<Flight> rest = owed.removeFirst();
        rest.addAll(write(link));
        reads.lost(link, rest, "the end", now, outbox);
      } else {
        reads.connectFailed(outbox.starts().get(started++), "the end", now, outbox);
      }
    }
    tickAt(now + 100_000);
  }
}
