package dev.millrace.stress.model;

import java.util.Optional;

/**
 * A worker at two rows of two runnables, one after the other, and a watcher that revokes twice. The
 * worker's stores may wait in its buffer for as long as they like, but for the lock and the
 * handshake, which empty it.
 *
 * <p>Its span takes these values, one after the other, and that of an empty one if the rest is
 * lost:
 *
 * <pre>
 *   index       0  1  2  3  4  5
 *   next place  0  1  2  2  3  4
 *   end         2  2  2  4  4  4
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class RowModel implements Model {

  private enum At {
    // Row.next, by the worker
    GO("Row.next reads the span"),
    ANNOUNCE("Row.next says what it begins"),
    LOOK("Row.next looks whether it was revoked"),
    AWAIT_LOCK("Row.keeps waits for the lock"),
    DECIDE("Row.keeps"),
    RUN("LaneRunner.runRow runs it"),
    // Row.revoke, by the watcher
    LOCK("Row.revoke gets the lock"),
    REVOKE("Row.revoke revokes"),
    SHAKE_HANDS("Row.shakeHands"),
    TAKE("Row.take"),
    DONE("done");

    final String text;

    At(String text) {
      this.text = text;
    }
  }

  private static final At[] PLACES = At.values();
  private static final int WORKER = 0; // and the watcher is 1
  private static final int BUFFER = 2;

  private static final int[] NEXT = {0, 1, 2, 2, 3, 4};
  private static final int[] END = {2, 2, 2, 4, 4, 4};
  private static final int EMPTY_FIRST = 2;
  private static final int EMPTY_SECOND = 5;
  private static final int ALL = 0b1111;
  private static final byte NOTHING = Byte.MAX_VALUE;

  // Shared memory; the worker sees its own span before others do.
  private static final int SPAN = 1;
  private static final int OWN_SPAN = 2;
  private static final int REVOKED = 3;
  private static final int LOST_FROM = 4;
  private static final int LOCKED = 5;
  private static final int RAN = 6; // a bit for each place

  // Registers.
  private static final int WORKER_AT = 7;
  private static final int HELD = 8;
  private static final int SEEN = 9; // what the worker saw, if it looks too early
  private static final int WATCHER_AT = 10;
  private static final int LEFT = 11; // how often it still revokes
  private static final int SIZE = 12;

  private final Mutant mutant;

  RowModel(Mutant mutant) {
    this.mutant = mutant;
  }

  @Override
  public byte[] initial() {
    byte[] s = new byte[SIZE];
    s[LOST_FROM] = NOTHING;
    s[LEFT] = 2;
    s[WORKER_AT] = (byte) At.GO.ordinal();
    s[WATCHER_AT] = (byte) At.LOCK.ordinal();
    return s;
  }

  @Override
  public int actors() {
    return 3;
  }

  @Override
  public boolean isOptional(int actor) {
    return actor == BUFFER;
  }

  @Override
  public Optional<Fault> whenNothingIsLeft(byte[] state) {
    return state[RAN] == ALL ? Optional.empty() : Optional.of(Fault.LOST_WAKE_UP);
  }

  @Override
  public Optional<String> step(byte[] s, int actor) {
    if (actor == BUFFER) {
      if (s[SPAN] == s[OWN_SPAN]) {
        return Optional.empty();
      }
      s[SPAN]++;
      return Optional.of("the worker's next store arrives");
    }
    At at = PLACES[s[actor == WORKER ? WORKER_AT : WATCHER_AT]];
    boolean waits = (at == At.AWAIT_LOCK || at == At.LOCK) && s[LOCKED] != 0;
    if (at == At.DONE || waits) {
      return Optional.empty();
    }
    if (actor == WORKER) {
      s[WORKER_AT] = (byte) work(s, at).ordinal();
    } else {
      s[WATCHER_AT] = (byte) watch(s, at).ordinal();
    }
    return Optional.of((actor == WORKER ? "worker: " : "watcher: ") + at.text);
  }

  /** One step of the worker; where it goes on. */
  private At work(byte[] s, At at) {
    return switch (at) {
      case GO -> go(s);
      case ANNOUNCE -> {
        s[OWN_SPAN]++;
        yield At.LOOK;
      }
      case LOOK -> {
        boolean revoked = (mutant == Mutant.ROW_LOOKED_AT_FIRST ? s[SEEN] : s[REVOKED]) != 0;
        yield revoked ? afterRevoked() : At.RUN;
      }
      case AWAIT_LOCK -> {
        s[LOCKED] = 1;
        yield At.DECIDE;
      }
      case DECIDE -> decide(s);
      case RUN -> {
        run(s, s[HELD]);
        yield At.GO;
      }
      default -> throw new AssertionError(at);
    };
  }

  private At go(byte[] s) {
    int span = s[OWN_SPAN];
    if (span == EMPTY_SECOND) {
      return At.DONE;
    }
    if (span == EMPTY_FIRST) {
      s[OWN_SPAN]++; // Row.begin
      return At.GO;
    }
    s[HELD] = (byte) NEXT[span];
    s[SEEN] = s[REVOKED];
    return At.ANNOUNCE;
  }

  private At afterRevoked() {
    return mutant == Mutant.REVOKED_IS_LOST ? At.GO : At.AWAIT_LOCK;
  }

  private static At decide(byte[] s) {
    boolean kept = s[HELD] < s[LOST_FROM];
    if (s[LOST_FROM] != NOTHING) {
      s[LOST_FROM] = NOTHING;
      s[OWN_SPAN] = (byte) (s[OWN_SPAN] <= EMPTY_FIRST ? EMPTY_FIRST : EMPTY_SECOND);
      s[REVOKED] = 0;
    }
    s[SPAN] = s[OWN_SPAN]; // the lock is released
    s[LOCKED] = 0;
    return kept ? At.RUN : At.GO;
  }

  /** One step of the watcher; where it goes on. */
  private At watch(byte[] s, At at) {
    return switch (at) {
      case LOCK -> {
        s[LOCKED] = 1;
        yield isEmpty(s[SPAN]) || s[LOST_FROM] != NOTHING ? unlock(s) : At.REVOKE;
      }
      case REVOKE -> {
        s[REVOKED] = 1;
        yield mutant == Mutant.NO_HANDSHAKE ? At.TAKE : At.SHAKE_HANDS;
      }
      case SHAKE_HANDS -> {
        s[SPAN] = s[OWN_SPAN];
        yield At.TAKE;
      }
      case TAKE -> take(s);
      default -> throw new AssertionError(at);
    };
  }

  private static At take(byte[] s) {
    int span = s[SPAN];
    if (isEmpty(span)) {
      s[REVOKED] = 0;
    } else {
      s[LOST_FROM] = (byte) NEXT[span];
      for (int place = NEXT[span]; place < END[span]; place++) {
        run(s, place);
      }
    }
    return unlock(s);
  }

  private static At unlock(byte[] s) {
    s[LOCKED] = 0;
    return --s[LEFT] == 0 ? At.DONE : At.LOCK;
  }

  private static boolean isEmpty(int span) {
    return NEXT[span] == END[span];
  }

  private static void run(byte[] s, int place) {
    if ((s[RAN] & 1 << place) != 0) {
      s[0] = Fault.TWO_OWNERS.code();
    }
    s[RAN] |= (byte) (1 << place);
  }
}
