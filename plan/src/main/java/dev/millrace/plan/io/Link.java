package dev.millrace.plan.io;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client, from the wish for it to its end: CONNECTING, UP, DOWN. Another one
 * takes its place then.
 *
 * <p>Commands that come while the wire is busy wait, and go out together with the next write. At
 * most {@link #WRITES} writes are unanswered, and {@link #WINDOW} bytes: that much fits into the
 * socket's buffer whether or not the server reads, so that a write does not block its thread.
 *
 * <p>Guarded by its client's lock, except what says otherwise.
 */
final class Link {

  /** With two, the server has the next commands while we read the replies to the last. */
  static final int WRITES = 2;

  static final long WINDOW = 128 << 10;

  private static final RedisCommand ASKING = RedisCommand.of("ASKING");

  /** Where a link is in its life. */
  enum State {
    CONNECTING,
    UP,
    DOWN
  }

  final Node node;
  final long startedAt;
  private final Deque<Flight> pending = new ArrayDeque<>();
  private List<Flight> written = new ArrayList<>();
  private State state = State.CONNECTING;
  private @Nullable Wire wire;

  /** Whether a thread is writing; the encoder is that thread's alone. */
  private boolean writing;

  private final CommandEncoder encoder = new CommandEncoder();
  private int writesOut;
  private int flightsOut;
  private long bytesOut;
  private long lastProgress;
  private boolean givenUp;

  /** Written by the thread of the link. Others may see anything, but never themselves. */
  private @Nullable Thread corkedBy;

  Link(Node node, long startedAt) {
    this.node = node;
    this.startedAt = startedAt;
  }

  State state() {
    return state;
  }

  void up(Wire opened, long now) {
    state = State.UP;
    wire = opened;
    lastProgress = now;
  }

  /** No more of it. Returns what was not written. */
  List<Flight> down() {
    state = State.DOWN;
    List<Flight> left = new ArrayList<>(pending);
    pending.clear();
    return left;
  }

  void add(Flight flight) {
    flight.link = this;
    pending.add(flight);
  }

  /** How much there is before a new command has its turn. */
  int load() {
    return pending.size() + flightsOut;
  }

  /**
   * What to write now; empty if nothing waits or it is not the time. If there is something, the
   * caller must {@link #write} it without the lock, and then say {@link #wrote}.
   */
  List<Flight> take(long now) {
    if (state != State.UP || writing || writesOut >= WRITES || pending.isEmpty()) {
      return List.of();
    }
    List<Flight> taken = new ArrayList<>();
    for (Flight next = pending.peek(); next != null && fits(next); next = pending.peek()) {
      pending.remove();
      next.endsWrite = false;
      bytesOut += next.mostBytes;
      taken.add(next);
    }
    if (!taken.isEmpty()) {
      taken.getLast().endsWrite = true;
      if (flightsOut == 0) {
        lastProgress = now;
      }
      writing = true;
      writesOut++;
      flightsOut += taken.size();
      written.addAll(taken);
    }
    return taken;
  }

  /** One that is larger than the window goes when nothing else is out. */
  private boolean fits(Flight flight) {
    return bytesOut == 0 || bytesOut + flight.mostBytes <= WINDOW;
  }

  /** Whether writing may block until the server reads. */
  static boolean mayBlock(List<Flight> taken) {
    return taken.size() == 1 && taken.getFirst().mostBytes > WINDOW;
  }

  /** Without the lock, by the thread that took. */
  void write(Wire to, List<Flight> taken) throws IOException {
    for (Flight flight : taken) {
      if (flight.asking) {
        encoder.add(ASKING);
      }
      encoder.add(flight.command);
    }
    encoder.drainTo(to.out());
  }

  /** The thread of the link will write what it adds later, all at once. */
  void cork() {
    corkedBy = Thread.currentThread();
  }

  void uncork() {
    corkedBy = null;
  }

  boolean corkedByMe() {
    return corkedBy == Thread.currentThread();
  }

  void wrote() {
    writing = false;
  }

  @Nullable Wire wire() {
    return wire;
  }

  /** What the server owes replies to, in their order, since this was last asked. */
  List<Flight> owed() {
    List<Flight> owed = written;
    written = new ArrayList<>();
    return owed;
  }

  void answered(Flight flight, long now) {
    flightsOut--;
    bytesOut -= flight.mostBytes;
    lastProgress = now;
    if (flight.endsWrite) {
      writesOut--;
    }
  }

  /** Its thread will notice, and say that it is down. */
  void giveUp(Outbox outbox) {
    givenUp = true;
    if (wire != null) {
      outbox.close(wire);
    }
  }

  boolean givenUp() {
    return givenUp;
  }

  boolean owes() {
    return state == State.UP && flightsOut > 0 && !givenUp;
  }

  /** How long the server has owed replies without sending any, in nanoseconds. */
  long silence(long now) {
    return owes() ? now - lastProgress : 0;
  }

  /** Takes out the commands that nobody waits for any more. */
  List<Flight> unwanted() {
    List<Flight> unwanted = new ArrayList<>();
    pending.removeIf(flight -> !flight.wanted() && unwanted.add(flight));
    return unwanted;
  }
}
