package dev.millrace.stress.model;

/**
 * The state of a {@link WatchModel}: what stands where in its bytes.
 *
 * <p>The keeper's stores arrive some time later, but an atomic exchange by the keeper empties its
 * buffer. What it stores is always the same, so the buffer is two numbers: how many of its stores
 * it has made, and how many have arrived.
 *
 * <pre>
 *   store   1       2       3       4       5
 *           data    kept    data    kept    nothing kept
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
abstract sealed class WatchState permits WatchModel {

  /** The next step of a process. The names are those of the code. */
  enum At {
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

  static final At[] PLACES = At.values();
  static final int KEEPER = 1; // the task whose step wakes the other
  static final int KEPT = 2; // and that one: bits of a signal word
  static final int LONG = 4; // the long step's
  static final int FIRST_SEEN = 0b01; // of two wakes
  static final int BOTH_SEEN = 0b11;
  static final int NOBODY = 0; // as watcher, a worker is its number plus one

  // The keeper's stores.
  static final int FIRST_KEPT = 2;
  static final int SECOND_DATA = 3;
  static final int LAST_KEPT = 4;
  static final int FORGOTTEN = 5;

  // Shared memory.
  static final int SIGNALLED = 1;
  static final int OWNED = 2;
  static final int SLEEPERS = 3;
  static final int SEARCHING = 4;
  static final int TOKENS = 5; // LockSupport's, by worker
  static final int WATCHER = 6;
  static final int IS_KEPT = 7; // by the keeper; nobody else keeps anything

  /** Of the keeper's stores; it sees its own before others do. */
  static final int STORED = 8;

  static final int OWN_STORED = 9;

  // What only the model knows.
  static final int KEPT_BY = 10; // the keeper's number plus one
  static final int SEEN = 11; // wakes whose data a run has seen
  static final int SKIPPED = 12; // whether the second wake keeps nothing
  static final int RUNNING = 13; // how many are at the kept task
  static final int PROCESS = 14;

  // Registers of a process: the workers, and then whoever is outside.
  static final int PC = 0;
  static final int SEARCHES = 1; // whether it is counted as searching
  static final int CLAIMED = 2;
  static final int AFTER_CLAIM = 3;
  static final int FOUND = 4; // what the watcher has read, or a search has taken
  static final int APPOINTED = 5;
  static final int REGISTERS = 6;

  // ---- the keeper's buffer

  static boolean arrive(byte[] s) {
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
  static boolean seesKept(byte[] s) {
    byte kept = s[IS_KEPT];
    for (int store = s[STORED] + 1; store <= s[OWN_STORED]; store++) {
      kept = keeps(s, store, kept);
    }
    return kept != 0;
  }

  /** What an atomic exchange does first. */
  static void empty(byte[] s, int p) {
    boolean more = s[KEPT_BY] == p + 1;
    while (more) {
      more = arrive(s);
    }
  }

  // ---- the state

  static int takeable(byte[] s) {
    return s[SIGNALLED] & ~s[OWNED];
  }

  static byte bit(int worker) {
    return (byte) (1 << worker);
  }

  static At at(byte[] s, int p) {
    return PLACES[get(s, p, PC)];
  }

  static void go(byte[] s, int p, At at) {
    set(s, p, PC, at.ordinal());
  }

  static int get(byte[] s, int p, int register) {
    return s[PROCESS + p * REGISTERS + register];
  }

  static void set(byte[] s, int p, int register, int value) {
    s[PROCESS + p * REGISTERS + register] = (byte) value;
  }
}
