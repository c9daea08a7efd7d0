package dev.millrace.stress.model;

import java.util.Optional;

/**
 * A worker with a pair, a watcher that revokes it whenever it likes, and somebody who runs what was
 * taken away. In each turn one of the pair wakes the other; the last one does not, or it does and
 * then never ends: then the watcher comes once more. The worker's stores may wait in its buffer for
 * as long as they like, but for the lock and the handshake, which empty it.
 *
 * <p>What the worker stores is always the same, so memory is a number: how many of its stores have
 * arrived. Three belong to each turn, and one to the end:
 *
 * <pre>
 *   store   0         1        2          3         4   ...
 *           turn 0    woken    not woken  turn 1    woken
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class PairModel implements Model {

  private enum At {
    // By the worker
    RUN("PairRunner.run runs the one whose turn it is"),
    WAKE("Pair.wakes notes it"),
    LOOK_WHOM("Pair.wakes looks whether the pair was revoked"),
    CLEAR("Pair.pass clears what was noted"),
    PASS("Pair.pass says whose turn it is"),
    LOOK("Pair.pass looks whether the pair was revoked"),
    AWAIT_LOCK("Pair.decide waits for the lock"),
    DECIDE("Pair.decide"),
    RUN_ALONE("Worker.runNext runs the one that is left"),
    END("Pair.end"),
    LOOK_AT_END("Pair.end looks whether the pair was revoked"),
    AWAIT_LOCK_AT_END("Pair.isKept waits for the lock"),
    DECIDE_AT_END("Pair.isKept"),
    // By the watcher
    LOCK("Pair.revoke gets the lock"),
    REVOKE("Pair.revoke revokes"),
    SHAKE_HANDS("Handshake.with"),
    TAKE("Pair.take"),
    DONE("done");

    final String text;

    At(String text) {
      this.text = text;
    }
  }

  private static final At[] PLACES = At.values();
  private static final int WORKER = 0;
  private static final int OTHER = 1; // runs what is takeable
  private static final int BUFFER = 2; // and the watcher is 3

  private static final int TURNS = 3;
  private static final int OVER = 3 * TURNS; // the pair has ended
  private static final byte NOBODY = 2;

  // Shared memory; the worker sees its own stores before others do.
  private static final int STORED = 1;
  private static final int OWN_STORED = 2;
  private static final int REVOKED = 3;
  private static final int LOST = 4;
  private static final int LOCKED = 5;
  private static final int OWNED = 6; // by the worker: a bit for each task
  private static final int SIGNALLED = 7; // takeable if not owned

  /** Woken, and not run since. */
  private static final int OWED = 8;

  // Registers.
  private static final int WORKER_AT = 9;
  private static final int SEEN = 10; // what the worker saw, if it looks too early
  private static final int WATCHER_AT = 11;
  private static final int LEFT = 12; // how often the watcher still comes
  private static final int SIZE = 13;

  private final Mutant mutant;

  /** Whether the last turn wakes the other one and never ends. */
  private final boolean hangs;

  PairModel(Mutant mutant, boolean hangs) {
    this.mutant = mutant;
    this.hangs = hangs;
  }

  @Override
  public byte[] initial() {
    byte[] s = new byte[SIZE];
    s[LOST] = NOBODY;
    s[OWNED] = 0b11;
    s[LEFT] = (byte) (hangs ? 3 : 2);
    s[WORKER_AT] = (byte) At.RUN.ordinal();
    s[WATCHER_AT] = (byte) At.LOCK.ordinal();
    return s;
  }

  @Override
  public int actors() {
    return 4;
  }

  @Override
  public boolean isOptional(int actor) {
    return actor == BUFFER;
  }

  @Override
  public Optional<Fault> whenNothingIsLeft(byte[] s) {
    if (s[OWED] != 0) {
      return Optional.of(Fault.LOST_WAKE_UP);
    }
    boolean leftOvers = !hangs && (s[OWNED] != 0 || s[REVOKED] != 0 || s[LOST] != NOBODY);
    return leftOvers ? Optional.of(Fault.LEFT_OVERS) : Optional.empty();
  }

  @Override
  public Optional<String> step(byte[] s, int actor) {
    return switch (actor) {
      case BUFFER -> arrive(s);
      case OTHER -> runElsewhere(s);
      case WORKER -> {
        At at = PLACES[s[WORKER_AT]];
        boolean waits = (at == At.AWAIT_LOCK || at == At.AWAIT_LOCK_AT_END) && s[LOCKED] != 0;
        if (at == At.DONE || waits) {
          yield Optional.empty();
        }
        s[WORKER_AT] = (byte) work(s, at).ordinal();
        yield Optional.of("worker: " + at.text);
      }
      default -> {
        At at = PLACES[s[WATCHER_AT]];
        boolean early = hangs && s[LEFT] == 1 && PLACES[s[WORKER_AT]] != At.DONE;
        if (at == At.DONE || (at == At.LOCK && (s[LOCKED] != 0 || early))) {
          yield Optional.empty();
        }
        s[WATCHER_AT] = (byte) watch(s, at).ordinal();
        yield Optional.of("watcher: " + at.text);
      }
    };
  }

  private static Optional<String> arrive(byte[] s) {
    if (s[STORED] == s[OWN_STORED]) {
      return Optional.empty();
    }
    boolean last = s[OWN_STORED] == OVER && s[STORED] == OVER - 3; // the last turn wakes nobody
    s[STORED] = (byte) (last ? OVER : s[STORED] + 1);
    return Optional.of("the worker's next store arrives");
  }

  private static Optional<String> runElsewhere(byte[] s) {
    int takeable = s[SIGNALLED] & ~s[OWNED];
    if (takeable == 0) {
      return Optional.empty();
    }
    s[SIGNALLED] &= (byte) ~takeable;
    s[OWED] &= (byte) ~takeable;
    return Optional.of("somebody runs what was taken away");
  }

  /** One step of the worker; where it goes on. */
  private At work(byte[] s, At at) {
    return switch (at) {
      case RUN -> {
        run(s, running(s[OWN_STORED]));
        boolean last = turn(s[OWN_STORED]) == TURNS - 1;
        yield last && !hangs ? At.END : At.WAKE;
      }
      case WAKE -> {
        s[OWN_STORED]++;
        s[OWED] |= bit(resting(s[OWN_STORED]));
        yield mutant == Mutant.WAKE_WITHOUT_LOOK ? afterWake(s) : At.LOOK_WHOM;
      }
      case LOOK_WHOM -> {
        if (s[REVOKED] != 0) {
          signal(s, resting(s[OWN_STORED]));
        }
        yield afterWake(s);
      }
      case CLEAR -> {
        s[SEEN] = s[REVOKED];
        s[OWN_STORED]++;
        yield At.PASS;
      }
      case PASS -> {
        s[OWN_STORED]++;
        yield At.LOOK;
      }
      case LOOK -> isRevoked(s) ? At.AWAIT_LOCK : At.RUN;
      case AWAIT_LOCK -> lock(s, At.DECIDE);
      case DECIDE -> decide(s);
      case RUN_ALONE -> {
        run(s, running(s[SEEN]));
        letGo(s, running(s[SEEN]));
        yield At.DONE;
      }
      case END -> {
        s[SEEN] = s[OWN_STORED];
        s[OWN_STORED] = OVER; // in one store
        yield At.LOOK_AT_END;
      }
      case LOOK_AT_END -> s[REVOKED] != 0 ? At.AWAIT_LOCK_AT_END : endedWith(s, true);
      case AWAIT_LOCK_AT_END -> lock(s, At.DECIDE_AT_END);
      case DECIDE_AT_END -> {
        boolean kept = s[LOST] == NOBODY;
        over(s);
        yield endedWith(s, kept);
      }
      default -> throw new AssertionError(at);
    };
  }

  private At afterWake(byte[] s) {
    return turn(s[OWN_STORED]) == TURNS - 1 ? At.DONE : At.CLEAR;
  }

  private boolean isRevoked(byte[] s) {
    return (mutant == Mutant.ROW_LOOKED_AT_FIRST ? s[SEEN] : s[REVOKED]) != 0;
  }

  private static At lock(byte[] s, At next) {
    s[LOCKED] = 1;
    s[STORED] = s[OWN_STORED];
    return next;
  }

  private At decide(byte[] s) {
    if (s[LOST] == NOBODY) {
      s[LOCKED] = 0;
      return At.RUN;
    }
    int now = s[OWN_STORED];
    boolean alone = s[LOST] != running(now);
    over(s);
    if (alone) {
      s[SEEN] = (byte) now;
      return At.RUN_ALONE;
    }
    if (mutant != Mutant.LOST_IS_NOT_WOKEN) {
      signal(s, running(now));
    }
    letGo(s, resting(now));
    return At.DONE;
  }

  /** {@link #SEEN} is where the pair was. */
  private static At endedWith(byte[] s, boolean kept) {
    if (kept) {
      letGo(s, resting(s[SEEN]));
    }
    letGo(s, running(s[SEEN]));
    return At.DONE;
  }

  private static void over(byte[] s) {
    s[OWN_STORED] = OVER;
    s[STORED] = OVER;
    s[LOST] = NOBODY;
    s[REVOKED] = 0;
    s[LOCKED] = 0;
  }

  /** One step of the watcher; where it goes on. */
  private At watch(byte[] s, At at) {
    return switch (at) {
      case LOCK -> {
        s[LOCKED] = 1;
        yield s[STORED] == OVER || s[LOST] != NOBODY ? unlock(s) : At.REVOKE;
      }
      case REVOKE -> {
        s[REVOKED] = 1;
        yield mutant == Mutant.NO_HANDSHAKE ? At.TAKE : At.SHAKE_HANDS;
      }
      case SHAKE_HANDS -> {
        s[STORED] = s[OWN_STORED];
        yield At.TAKE;
      }
      case TAKE -> take(s);
      default -> throw new AssertionError(at);
    };
  }

  private static At take(byte[] s) {
    int now = s[STORED];
    if (now == OVER) {
      s[REVOKED] = 0;
    } else {
      s[LOST] = (byte) resting(now);
      if (now % 3 == 1) {
        signal(s, resting(now));
      }
      letGo(s, resting(now));
    }
    return unlock(s);
  }

  private static At unlock(byte[] s) {
    s[LOCKED] = 0;
    return --s[LEFT] == 0 ? At.DONE : At.LOCK;
  }

  private static void run(byte[] s, int task) {
    if ((s[OWNED] & bit(task)) == 0) {
      s[0] = Fault.TWO_OWNERS.code();
    }
    s[OWED] &= (byte) ~bit(task);
  }

  private static void letGo(byte[] s, int task) {
    if ((s[OWNED] & bit(task)) == 0) {
      s[0] = Fault.TWO_OWNERS.code();
    }
    s[OWNED] &= (byte) ~bit(task);
  }

  private static void signal(byte[] s, int task) {
    s[SIGNALLED] |= bit(task);
  }

  private static int turn(int stored) {
    return stored / 3;
  }

  private static int running(int stored) {
    return turn(stored) & 1;
  }

  private static int resting(int stored) {
    return 1 - running(stored);
  }

  private static byte bit(int task) {
    return (byte) (1 << task);
  }
}
