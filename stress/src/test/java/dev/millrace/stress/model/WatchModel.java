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
 * <p>The keeper's stores arrive some time later, but an atomic exchange by the keeper empties its
 * buffer. What it stores is always the same, so the buffer is two numbers: how many of its stores
 * it has made, and how many have arrived.
 *
 * <pre>
 *   store   1       2       3       4       5
 *           data    kept    data    kept    nothing kept
 * </pre>
 *
 * <p>The tree is one step: whoever signals a task has marked it, and a search finds it if it is
 * there. That this may be so is what {@link SignallingModel} shows. All workers are quick.
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class WatchModel implements Model {

  private enum At {
    // Post, by somebody outside or the watcher
    SIGNAL("Post, steps 1 to 4"),
    SIGNAL_LONG("Post, steps 1 to 4, for the long step"),
    CLAIM("Post, step 5: IdleWorkers.claim"),
    UNPARK("Post, step 5: SignalWaker.unpark"),
    DONE("done"),
    // Worker
    TAKE("TaskSearch.next and SignalWord.takeSome"),
    END_SEARCH("IdleWorkers.endSearch"),
    LOOK_FOR_MORE("Sharing.began looks for more"),
    WAKE("Kept.wake keeps it"),
    LOOK_FOR_WATCHER("SummaryTree.ensureWatched looks for a watcher"),
    LOOK_FOR_SLEEPERS("SummaryTree.ensureWatched looks for a sleeper"),
    RUN_LONG("the long step waits for what is kept"),
    // SummaryTree.appointWatcher
    PICK("IdleWorkers.anySleeper"),
    APPOINT("SummaryTree.appointWatcher writes who watches"),
    LOOK_WHETHER_UP("SummaryTree.appointWatcher: IdleWorkers.isSleeping"),
    TAKE_BACK("SummaryTree.appointWatcher takes the watch back"),
    UNPARK_WATCHER("SignalWaker.unpark"),
    END_STEP("the step ends"),
    LOOK_AT_KEPT("Kept.passOn looks whether anything is kept"),
    LET_GO("Posts.letGo: SignalWord.release"),
    FORGET("Kept.claim keeps nothing any more"),
    CLAIM_KEPT("Kept.claim: SignalWord.claim"),
    RUN_KEPT("SlotRunner.runTask runs what was kept"),
    LET_GO_OF_KEPT("Posts.letGo: SignalWord.release of what was kept"),
    // Sleep
    BEGIN_SEARCH("Sleep, step 1: IdleWorkers.beginSearch"),
    TAKE_WATCH("Sleep, step 3: SummaryTree.watches"),
    SLEEP("Sleep, step 4: IdleWorkers.sleep"),
    LOOK_AT_ROOTS("Sleep, step 5: BitTree.isEmpty"),
    LOOK_WHETHER_CLAIMED("Sleep, step 7: IdleWorkers.isSleeping"),
    LOOK_WHETHER_ALL_SLEEP("SummaryTree.watches: areAllSleeping"),
    GIVE_UP_WATCH("SummaryTree.watches gives up the watch"),
    LOOK_AGAIN("SummaryTree.watches: areAllSleeping, once more"),
    KEEP_WATCH("SummaryTree.watches: it has the watch, or takes it"),
    PARK("Sleep, step 7: park"),
    PARK_AND_WATCH("Sleep, step 7: park for a millisecond"),
    WAKE_UP("Sleep, step 6: IdleWorkers.wakeUp"),
    STOP_WATCHING("SummaryTree.stopWatching gives up the watch"),
    LOOK_WHO_IS_AWAKE("SummaryTree.stopWatching: areAllSleeping"),
    // Watch
    READ_KEPT("Kept.giveBack reads what is kept"),
    TAKE_AWAY("Kept.giveBack takes it away"),
    SIGNAL_KEPT("Kept.giveBack: Post, steps 2 to 4"),
    LOOK_FOR_WORK("Sleep.hasWorkWaited: BitTree.isEmpty");

    final String text;

    At(String text) {
      this.text = text;
    }
  }

  private static final At[] PLACES = At.values();
  private static final int KEEPER = 1; // the task whose step wakes the other
  private static final int KEPT = 2; // and that one: bits of a signal word
  private static final int LONG = 4; // the long step's
  private static final int FIRST_SEEN = 0b01; // of two wakes
  private static final int BOTH_SEEN = 0b11;
  private static final int NOBODY = 0; // as watcher, a worker is its number plus one

  // The keeper's stores.
  private static final int FIRST_KEPT = 2;
  private static final int SECOND_DATA = 3;
  private static final int LAST_KEPT = 4;
  private static final int FORGOTTEN = 5;

  // Shared memory.
  private static final int SIGNALLED = 1;
  private static final int OWNED = 2;
  private static final int SLEEPERS = 3;
  private static final int SEARCHING = 4;
  private static final int TOKENS = 5; // LockSupport's, by worker
  private static final int WATCHER = 6;
  private static final int IS_KEPT = 7; // by the keeper; nobody else keeps anything

  /** Of the keeper's stores; it sees its own before others do. */
  private static final int STORED = 8;

  private static final int OWN_STORED = 9;

  // What only the model knows.
  private static final int KEPT_BY = 10; // the keeper's number plus one
  private static final int SEEN = 11; // wakes whose data a run has seen
  private static final int SKIPPED = 12; // whether the second wake keeps nothing
  private static final int RUNNING = 13; // how many are at the kept task
  private static final int PROCESS = 14;

  // Registers of a process: the workers, and then whoever is outside.
  private static final int PC = 0;
  private static final int SEARCHES = 1; // whether it is counted as searching
  private static final int CLAIMED = 2;
  private static final int AFTER_CLAIM = 3;
  private static final int FOUND = 4; // what the watcher has read, or a search has taken
  private static final int APPOINTED = 5;
  private static final int REGISTERS = 6;

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

  // ---- the keeper's buffer

  private static boolean arrive(byte[] s) {
    if (s[STORED] == s[OWN_STORED]) {
      return false;
    }
    s[STORED]++;
    s[IS_KEPT] = keeps(s, s[STORED], s[IS_KEPT]);
    return true;
  }

  /** What is kept after a store, if {@code before} was before it. */
  private static byte keeps(byte[] s, int store, byte before) {
    boolean stores = store == FIRST_KEPT || (store == LAST_KEPT && s[SKIPPED] == 0);
    return stores ? 1 : store == FORGOTTEN ? 0 : before;
  }

  /** By the keeper. */
  private static boolean seesKept(byte[] s) {
    byte kept = s[IS_KEPT];
    for (int store = s[STORED] + 1; store <= s[OWN_STORED]; store++) {
      kept = keeps(s, store, kept);
    }
    return kept != 0;
  }

  /** What an atomic exchange does first. */
  private static void empty(byte[] s, int p) {
    boolean more = s[KEPT_BY] == p + 1;
    while (more) {
      more = arrive(s);
    }
  }

  // ---- the state

  private static int takeable(byte[] s) {
    return s[SIGNALLED] & ~s[OWNED];
  }

  private static byte bit(int worker) {
    return (byte) (1 << worker);
  }

  private static At at(byte[] s, int p) {
    return PLACES[get(s, p, PC)];
  }

  private static void go(byte[] s, int p, At at) {
    set(s, p, PC, at.ordinal());
  }

  private static int get(byte[] s, int p, int register) {
    return s[PROCESS + p * REGISTERS + register];
  }

  private static void set(byte[] s, int p, int register, int value) {
    s[PROCESS + p * REGISTERS + register] = (byte) value;
  }
}
