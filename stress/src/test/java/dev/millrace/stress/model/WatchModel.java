package dev.millrace.stress.model;

import java.util.Optional;

/**
 * The watch, and what is kept (SIGNALLING.md, sections 4 and 6): somebody outside wakes a task
 * whose step wakes another one twice. Whichever worker takes the first keeps the second, sees to it
 * that somebody watches, and then ends its step and claims what it has kept; or it waits in its
 * step for the very task that it keeps. The other workers fall asleep, watch, give up the watch,
 * and as watchers take away what is kept at any time: how long they let pass first is left out. If
 * there is a long step, too, all but one worker sleep when whoever is outside wakes it, and it
 * waits for what is kept.
 *
 * <p>The tree is one step: whoever signals a task has marked it, and a search finds it if it is
 * there. That this may be so is what {@link SignallingModel} shows. All workers are quick.
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class WatchModel extends WatchState implements Model {

  private final Mutant mutant;
  private final int workers;
  private final boolean waits;
  private final boolean hasLongStep;

  /**
   * @param waits whether the step waits for the task that it has woken
   */
  WatchModel(Mutant mutant, int workers, boolean waits) {
    this(mutant, workers, waits, false);
  }

  private WatchModel(Mutant mutant, int workers, boolean waits, boolean hasLongStep) {
    this.mutant = mutant;
    this.workers = workers;
    this.waits = waits;
    this.hasLongStep = hasLongStep;
  }

  /** Another worker is held up, too, by a long step. */
  WatchModel withLongStep() {
    return new WatchModel(mutant, workers, waits, true);
  }

  @Override
  public byte[] initial() {
    byte[] s = new byte[PROCESS + (workers + 1) * REGISTERS];
    for (int p = 0; p < workers; p++) {
      go(s, p, At.TAKE);
    }
    go(s, workers, At.SIGNAL);
    if (hasLongStep) {
      allButTheFirstSleep(s);
    }
    return s;
  }

  /** As it is when the first has been woken: the second watches, whom somebody is about to call. */
  private void allButTheFirstSleep(byte[] s) {
    signal(s, KEEPER);
    s[WATCHER] = 2;
    for (int p = 1; p < workers; p++) {
      s[SLEEPERS] |= bit(p);
      go(s, p, p == 1 ? At.PARK_AND_WATCH : At.PARK);
    }
    go(s, workers, At.SIGNAL_LONG);
  }

  /** Workers, whoever is outside, the keeper's buffer, watchers' parks, and any park. */
  @Override
  public int actors() {
    return (hasLongStep ? 2 : 3) * workers + 2; // parks return for no reason only without it
  }

  @Override
  public boolean isOptional(int actor) {
    return actor > 2 * workers + 1;
  }

  @Override
  public Optional<Fault> whenNothingIsLeft(byte[] s) {
    for (int p = 0; p < workers; p++) {
      if (at(s, p) != At.PARK) {
        return Optional.of(Fault.LOST_WAKE_UP);
      }
    }
    if (!isAllSeen(s)) {
      return Optional.of(Fault.UNSEEN_DATA);
    }
    boolean quiet = (s[SIGNALLED] | s[OWNED] | s[SEARCHING] | s[WATCHER]) == NOBODY;
    return quiet ? Optional.empty() : Optional.of(Fault.LEFT_OVERS);
  }

  @Override
  public Optional<String> step(byte[] s, int actor) {
    if (actor <= workers) {
      At at = at(s, actor);
      return move(s, actor, at) ? named(actor, at.text) : Optional.empty();
    }
    if (actor == workers + 1) {
      return arrive(s) ? Optional.of("the keeper's next store arrives") : Optional.empty();
    }
    int p = (actor - 2) % workers;
    if (actor <= 2 * workers + 1) {
      return lookUp(s, p) ? named(p, "looks up") : Optional.empty();
    }
    if (at(s, p) != At.PARK && at(s, p) != At.PARK_AND_WATCH) {
      return Optional.empty();
    }
    go(s, p, At.LOOK_WHETHER_CLAIMED);
    return named(p, "park returns for no reason");
  }

  private Optional<String> named(int p, String text) {
    return Optional.of((p < workers ? "worker " + p : "outside") + ": " + text);
  }

  private boolean move(byte[] s, int p, At at) {
    switch (at) {
      case SIGNAL -> {
        signal(s, KEEPER);
        goAfterClaim(s, p, At.CLAIM, At.DONE);
      }
      case SIGNAL_LONG -> {
        signal(s, LONG);
        goAfterClaim(s, p, At.CLAIM, At.DONE);
      }
      case CLAIM, UNPARK -> call(s, p, at);
      case DONE -> {
        return false;
      }
      case TAKE, END_SEARCH, LOOK_FOR_MORE -> find(s, p, at);
      case WAKE, LOOK_FOR_WATCHER, LOOK_FOR_SLEEPERS -> wake(s, p, at);
      case RUN_LONG -> {
        if (!isAllSeen(s)) {
          return false;
        }
        letGo(s, p, LONG);
        go(s, p, At.TAKE);
      }
      case PICK, APPOINT, LOOK_WHETHER_UP, TAKE_BACK, UNPARK_WATCHER -> appoint(s, p, at);
      case END_STEP -> {
        if (waits && !isAllSeen(s)) {
          return false;
        }
        go(s, p, At.LOOK_AT_KEPT);
      }
      case LOOK_AT_KEPT, LET_GO, FORGET, CLAIM_KEPT -> passOn(s, p, at);
      case RUN_KEPT, LET_GO_OF_KEPT -> runKept(s, p, at);
      case BEGIN_SEARCH, TAKE_WATCH, SLEEP, LOOK_AT_ROOTS -> sleep(s, p, at);
      case WAKE_UP, STOP_WATCHING, LOOK_WHO_IS_AWAKE -> getUp(s, p, at);
      case LOOK_WHETHER_CLAIMED, LOOK_WHETHER_ALL_SLEEP, GIVE_UP_WATCH, LOOK_AGAIN, KEEP_WATCH ->
          prepareToPark(s, p, at);
      case PARK, PARK_AND_WATCH -> {
        if ((s[TOKENS] & bit(p)) == 0) {
          return false;
        }
        s[TOKENS] &= (byte) ~bit(p);
        go(s, p, At.LOOK_WHETHER_CLAIMED);
      }
      case READ_KEPT, TAKE_AWAY, SIGNAL_KEPT, LOOK_FOR_WORK -> watch(s, p, at);
    }
    return true;
  }

  // ---- post

  private static void signal(byte[] s, int task) {
    s[SIGNALLED] |= (byte) task;
  }

  private void call(byte[] s, int p, At at) {
    if (at == At.UNPARK) {
      s[TOKENS] |= bit(get(s, p, CLAIMED));
      set(s, p, CLAIMED, 0);
    } else if (s[SLEEPERS] != 0 && s[SEARCHING] == 0) {
      empty(s, p);
      int worker = Integer.numberOfTrailingZeros(s[SLEEPERS]);
      s[SLEEPERS] &= (byte) ~bit(worker);
      s[SEARCHING]++;
      set(s, p, CLAIMED, worker);
      go(s, p, At.UNPARK);
      return;
    }
    go(s, p, PLACES[get(s, p, AFTER_CLAIM)]);
    set(s, p, AFTER_CLAIM, 0);
  }

  private static void goAfterClaim(byte[] s, int p, At at, At after) {
    set(s, p, AFTER_CLAIM, after.ordinal());
    go(s, p, at);
  }

  // ---- the worker

  private void find(byte[] s, int p, At at) {
    switch (at) {
      case TAKE -> {
        int mine = Integer.lowestOneBit(takeable(s));
        if (mine == 0) {
          go(s, p, get(s, p, SEARCHES) == 1 ? At.TAKE_WATCH : At.BEGIN_SEARCH);
        } else {
          take(s, p, mine);
          set(s, p, FOUND, mine);
          go(s, p, At.END_SEARCH);
        }
      }
      case END_SEARCH -> {
        boolean last = get(s, p, SEARCHES) == 1 && s[SEARCHING] == 1 && s[SLEEPERS] != 0;
        if (get(s, p, SEARCHES) == 1) {
          empty(s, p);
          s[SEARCHING]--;
          set(s, p, SEARCHES, 0);
        }
        goOn(s, p, last);
      }
      default -> { // LOOK_FOR_MORE
        goOn(s, p, false);
        if (takeable(s) != 0) {
          goAfterClaim(s, p, At.CLAIM, at(s, p));
        }
      }
    }
  }

  private static void goOn(byte[] s, int p, boolean looks) {
    if (looks) {
      go(s, p, At.LOOK_FOR_MORE);
      return;
    }
    int found = get(s, p, FOUND);
    boolean keeps = found == KEEPER;
    s[KEPT_BY] = keeps ? (byte) (p + 1) : s[KEPT_BY];
    set(s, p, FOUND, 0);
    go(s, p, keeps ? At.WAKE : found == LONG ? At.RUN_LONG : At.RUN_KEPT);
  }

  private void wake(byte[] s, int p, At at) {
    switch (at) {
      case WAKE -> {
        boolean skipped = mutant == Mutant.NOT_KEPT_AGAIN && seesKept(s);
        s[SKIPPED] = (byte) (skipped || hasLongStep ? 1 : 0);
        s[OWN_STORED] = (byte) (s[OWN_STORED] + 2);
        go(s, p, mutant == Mutant.NO_ENSURE_WATCHED ? afterWake(s) : At.LOOK_FOR_WATCHER);
      }
      case LOOK_FOR_WATCHER -> go(s, p, s[WATCHER] == NOBODY ? At.LOOK_FOR_SLEEPERS : afterWake(s));
      default -> { // LOOK_FOR_SLEEPERS
        if (s[SLEEPERS] == 0) {
          go(s, p, afterWake(s));
        } else {
          goAfterClaim(s, p, At.PICK, afterWake(s));
        }
      }
    }
  }

  /** Has a sleeper watch, if nobody does. */
  private void appoint(byte[] s, int p, At at) {
    int sleeper = get(s, p, APPOINTED);
    At next = PLACES[get(s, p, AFTER_CLAIM)];
    switch (at) {
      case PICK -> {
        set(s, p, APPOINTED, s[SLEEPERS] == 0 ? 0 : Integer.numberOfTrailingZeros(s[SLEEPERS]));
        next = s[SLEEPERS] == 0 ? next : At.APPOINT;
      }
      case APPOINT -> {
        empty(s, p);
        if (s[WATCHER] == NOBODY) {
          s[WATCHER] = (byte) (sleeper + 1);
          next = mutant == Mutant.APPOINTED_BLINDLY ? At.UNPARK_WATCHER : At.LOOK_WHETHER_UP;
        }
      }
      case LOOK_WHETHER_UP ->
          next = (s[SLEEPERS] & bit(sleeper)) == 0 ? At.TAKE_BACK : At.UNPARK_WATCHER;
      case TAKE_BACK -> {
        if (s[WATCHER] == sleeper + 1) {
          s[WATCHER] = NOBODY;
          next = At.PICK;
        }
      }
      default -> s[TOKENS] |= bit(sleeper); // UNPARK_WATCHER
    }
    boolean over = next == PLACES[get(s, p, AFTER_CLAIM)];
    set(s, p, APPOINTED, over || next == At.PICK ? 0 : get(s, p, APPOINTED));
    set(s, p, AFTER_CLAIM, over ? 0 : get(s, p, AFTER_CLAIM));
    go(s, p, next);
  }

  private At afterWake(byte[] s) {
    return s[OWN_STORED] < (hasLongStep ? FIRST_KEPT : LAST_KEPT) ? At.WAKE : At.END_STEP;
  }

  private boolean isAllSeen(byte[] s) {
    return (s[SEEN] & FIRST_SEEN) != 0 && (hasLongStep || s[SEEN] == BOTH_SEEN);
  }

  private void passOn(byte[] s, int p, At at) {
    switch (at) {
      case LOOK_AT_KEPT -> {
        set(s, p, FOUND, seesKept(s) ? 1 : 0);
        go(s, p, At.LET_GO);
      }
      case LET_GO -> {
        letGo(s, p, KEEPER);
        go(s, p, get(s, p, FOUND) == 1 ? At.FORGET : At.TAKE);
        set(s, p, FOUND, 0);
      }
      case FORGET -> {
        s[OWN_STORED] = FORGOTTEN;
        go(s, p, At.CLAIM_KEPT);
      }
      default -> { // CLAIM_KEPT
        empty(s, p);
        boolean idle = ((s[SIGNALLED] | s[OWNED]) & KEPT) == 0;
        boolean runs = idle || mutant == Mutant.KEPT_IS_NOT_CLAIMED;
        s[runs ? OWNED : SIGNALLED] |= KEPT;
        go(s, p, runs ? At.RUN_KEPT : At.TAKE);
      }
    }
  }

  private static void runKept(byte[] s, int p, At at) {
    if (at == At.RUN_KEPT) {
      int stored = s[KEPT_BY] == p + 1 ? s[OWN_STORED] : s[STORED];
      s[SEEN] |= (byte) (stored == 0 ? 0 : stored < SECOND_DATA ? FIRST_SEEN : BOTH_SEEN);
      if (s[RUNNING]++ > 0) {
        s[0] = Fault.TWO_OWNERS.code();
      }
      go(s, p, At.LET_GO_OF_KEPT);
    } else {
      s[RUNNING]--;
      letGo(s, p, KEPT);
      go(s, p, At.TAKE);
    }
  }

  private static void take(byte[] s, int p, int task) {
    empty(s, p);
    s[SIGNALLED] &= (byte) ~task;
    s[OWNED] |= (byte) task;
  }

  private static void letGo(byte[] s, int p, int task) {
    empty(s, p);
    s[OWNED] &= (byte) ~task;
  }

  // ---- sleep

  private void sleep(byte[] s, int p, At at) {
    switch (at) {
      case BEGIN_SEARCH -> {
        empty(s, p);
        s[SEARCHING]++;
        set(s, p, SEARCHES, 1);
        go(s, p, At.TAKE_WATCH);
      }
      case TAKE_WATCH -> { // not all are asleep: this one is not
        boolean _ = takeWatch(s, p);
        go(s, p, At.SLEEP);
      }
      case SLEEP -> {
        empty(s, p);
        s[SEARCHING]--;
        set(s, p, SEARCHES, 0);
        s[SLEEPERS] |= bit(p);
        go(s, p, At.LOOK_AT_ROOTS);
      }
      default -> // LOOK_AT_ROOTS
          go(s, p, takeable(s) == 0 ? At.LOOK_WHETHER_CLAIMED : At.WAKE_UP);
    }
  }

  private void getUp(byte[] s, int p, At at) {
    switch (at) {
      case WAKE_UP -> {
        if ((s[SLEEPERS] & bit(p)) != 0) {
          s[SLEEPERS] &= (byte) ~bit(p);
          s[SEARCHING]++; // else whoever has claimed it did that
        }
        set(s, p, SEARCHES, 1);
        go(s, p, At.STOP_WATCHING);
      }
      case STOP_WATCHING -> {
        boolean watched = s[WATCHER] == p + 1;
        s[WATCHER] = watched ? NOBODY : s[WATCHER];
        boolean handsOn = watched && mutant != Mutant.WATCH_NOT_HANDED_ON;
        go(s, p, handsOn ? At.LOOK_WHO_IS_AWAKE : At.TAKE);
      }
      default -> { // LOOK_WHO_IS_AWAKE
        if (Integer.bitCount(s[SLEEPERS]) == workers - 1) {
          go(s, p, At.TAKE);
        } else {
          goAfterClaim(s, p, At.PICK, At.TAKE);
        }
      }
    }
  }

  /** Each time before it parks. */
  private void prepareToPark(byte[] s, int p, At at) {
    switch (at) {
      case LOOK_WHETHER_CLAIMED ->
          go(s, p, (s[SLEEPERS] & bit(p)) == 0 ? At.WAKE_UP : At.LOOK_WHETHER_ALL_SLEEP);
      case LOOK_WHETHER_ALL_SLEEP -> go(s, p, doAllSleep(s) ? At.GIVE_UP_WATCH : At.KEEP_WATCH);
      case GIVE_UP_WATCH -> {
        s[WATCHER] = s[WATCHER] == p + 1 ? NOBODY : s[WATCHER];
        go(s, p, mutant == Mutant.WATCH_GIVEN_UP_BLINDLY ? At.PARK : At.LOOK_AGAIN);
      }
      case LOOK_AGAIN -> go(s, p, doAllSleep(s) ? At.PARK : At.KEEP_WATCH);
      default -> go(s, p, takeWatch(s, p) ? At.PARK_AND_WATCH : At.PARK); // KEEP_WATCH
    }
  }

  /** Whether it has the watch now. */
  private static boolean takeWatch(byte[] s, int p) {
    if (s[WATCHER] == NOBODY) {
      s[WATCHER] = (byte) (p + 1);
    }
    return s[WATCHER] == p + 1;
  }

  private boolean doAllSleep(byte[] s) {
    return s[SLEEPERS] == (1 << workers) - 1;
  }

  // ---- watch

  /** Only if anything comes of it. */
  private boolean lookUp(byte[] s, int p) {
    boolean keptByAnother = s[IS_KEPT] != 0 && s[KEPT_BY] != p + 1;
    if (at(s, p) != At.PARK_AND_WATCH || !(keptByAnother || takeable(s) != 0 || doAllSleep(s))) {
      return false;
    }
    go(s, p, keptByAnother ? At.READ_KEPT : At.LOOK_FOR_WORK);
    return true;
  }

  private static void watch(byte[] s, int p, At at) {
    switch (at) {
      case READ_KEPT -> go(s, p, s[IS_KEPT] == 0 ? At.LOOK_FOR_WORK : At.TAKE_AWAY);
      case TAKE_AWAY -> {
        go(s, p, s[IS_KEPT] == 0 ? At.LOOK_FOR_WORK : At.SIGNAL_KEPT);
        s[IS_KEPT] = 0;
      }
      case SIGNAL_KEPT -> {
        signal(s, KEPT);
        boolean noted = (s[OWNED] & KEPT) != 0;
        if (noted) {
          go(s, p, At.LOOK_FOR_WORK);
        } else {
          goAfterClaim(s, p, At.CLAIM, At.LOOK_FOR_WORK);
        }
      }
      default -> // LOOK_FOR_WORK
          go(s, p, takeable(s) == 0 ? At.LOOK_WHETHER_CLAIMED : At.WAKE_UP);
    }
  }
}
