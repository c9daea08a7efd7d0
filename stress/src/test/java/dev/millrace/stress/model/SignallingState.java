package dev.millrace.stress.model;

/**
 * The state of a {@link SignallingModel}: what stands where in its bytes, and how writes get there.
 *
 * <p>Memory is as on a machine with store buffers: a plain write goes into the writer's buffer and
 * reaches memory some time later ("flush"), the writer sees it at once, reads may overtake it, and
 * a read-modify-write empties the buffer first. A retry loop around a CAS is one step: the attempts
 * that fail change nothing.
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
abstract sealed class SignallingState permits SignallingModel, SignallingPost, SignallingSearch {

  /** The next step of a process. The names are those of the code. */
  enum At {
    // Post, by SignalWord, BitTree and SummaryTree
    SIGNAL("Post, step 2: SignalWord.signal, after a plain write of data"),
    MARK_LEAF("Post, step 3: BitTree.mark, leaf"),
    MARK_ROOT("Post, step 4: BitTree.mark, root"),
    CLAIM("Post, step 5: IdleWorkers.claim"),
    UNPARK("Post, step 5: SignalWaker.unpark"),
    DONE("done"),
    // TaskSearch
    SEARCH_ROOTS("TaskSearch.search reads the root"),
    SEARCH_LEAF("TaskSearch.searchLeaf reads the leaf"),
    LOOK_AT_WORD("TaskSearch.searchLeaf reads the word"),
    UNMARK_LEAF("BitTree.unmark clears the leaf bit"),
    UNMARK_ROOT("BitTree.unmarkRoot clears the root bit"),
    LOOK_AT_LEAF_AGAIN("BitTree.unmarkRoot looks at the leaf again"),
    REMARK_ROOT("BitTree.unmarkRoot marks the root again"),
    LOOK_AT_WORD_AGAIN("TaskSearch.isTakeableAfterAll looks at the word again"),
    // Worker and SlotRunner
    TAKE("SignalWord.takeSome"),
    END_SEARCH("IdleWorkers.endSearch"),
    LOOK_FOR_SLEEPERS("Worker.share reads the sleepers"),
    LOOK_FOR_MORE_TASKS("Worker looks for more in the word"),
    LOOK_FOR_MORE_WORDS("Worker.hasMore reads the leaf"),
    LOOK_FOR_MORE_LEAVES("Worker.hasMore reads the root"),
    RUN("SlotRunner.runSlot"),
    CLAIM_KEPT("Worker.runKept: SignalWord.claim"),
    SIGNAL_INSIDE("Worker.wake: SignalWord.signal"),
    LET_GO("SignalWord.release"),
    // Sleep
    BEGIN_SEARCH("Sleep, step 1: IdleWorkers.beginSearch"),
    SLEEP("Sleep, step 4: IdleWorkers.sleep"),
    LOOK_AT_ROOTS("Sleep, step 5: BitTree.isEmpty"),
    WAKE_UP("Sleep, step 6: IdleWorkers.wakeUp"),
    LOOK_WHETHER_CLAIMED("Sleep, step 7: IdleWorkers.isSleeping"),
    PARK("Sleep, step 7: park");

    final String text;

    At(String text) {
      this.text = text;
    }
  }

  static final At[] PLACES = At.values();
  static final int TASKS = 2;
  static final int POSTERS = 2;
  static final int WORKERS = 2;
  static final int PROCESSES = POSTERS + WORKERS;

  // Shared memory, a byte each.
  static final int SIGNALLED = 1; // by word
  static final int OWNED = 3; // by word
  static final int LEAF = 5; // by leaf
  static final int ROOT = 7;
  static final int SLEEPERS = 8;
  static final int SEARCHING = 9;
  static final int TOKENS = 10; // LockSupport's, by worker
  static final int DATA = 11; // a bit for each wake
  static final int RAN = 12; // by task: whether it ran an odd number of times

  // What only the model knows.
  static final int TRULY_RAN = 13; // RAN without buffers
  static final int HELD = 14; // tasks that somebody has taken
  static final int PERMITS = 15; // given and not taken yet, by worker
  static final int PROMISED = 16; // by task: wakes that have signalled
  static final int SEEN = 18; // by task: wakes that a run has seen
  static final int PROCESS = 20;

  // Registers of a process.
  static final int PC = 0;
  static final int WAKE = 1; // how many wakes a poster has done
  static final int TASK = 2;
  static final int WORD = 3;
  static final int BRANCH = 4; // the leaf it is at
  static final int ROOTS = 5; // leaves it has still to visit
  static final int WORDS = 6; // words it has still to visit
  static final int MINE = 7; // tasks it has taken
  static final int NEXT = 8; // the task it owns and runs next, plus one
  static final int SEARCHES = 9; // whether it is counted as searching
  static final int AFTER_MARK = 10;
  static final int AFTER_UNMARK = 11;
  static final int AFTER_CLAIM = 12;
  static final int CLAIMED = 13;
  static final int RUNS_NEXT = 14;
  static final int BUFFER = 15; // four writes, the oldest first
  static final int KEPT = 19; // the task that its step has woken, plus one
  static final int LEAVES = 20; // whether it leaves work to the other
  static final int REGISTERS = 21;

  // What can be in a buffer.
  static final int NOTHING = 0;
  static final int DATA_WRITE = 1; // plus the wake
  static final int RAN_WRITE = 9; // plus the task
  static final int SLEEP_WRITE = 12; // plus the worker

  final Scenario scenario;
  final Mutant mutant;

  SignallingState(Scenario scenario, Mutant mutant) {
    this.scenario = scenario;
    this.mutant = mutant;
  }

  // ---- buffers

  /** A plain write: seen by its writer, and by others after a flush. */
  static void write(byte[] s, int p, int write) {
    for (int i = 0; i < 4; i++) {
      if (get(s, p, BUFFER + i) == NOTHING) {
        set(s, p, BUFFER + i, write);
        return;
      }
    }
    throw new AssertionError("the buffer is too small");
  }

  /**
   * Writes of data are flushed as late as can be, by a process that has come to rest: others only
   * look whether they are there, so that later is never better.
   */
  static boolean mayFlush(byte[] s, int p) {
    At at = at(s, p);
    return at == At.PARK || at == At.DONE || get(s, p, BUFFER) >= SLEEP_WRITE;
  }

  static boolean flush(byte[] s, int p) {
    int write = get(s, p, BUFFER);
    for (int i = 0; i < 3; i++) {
      set(s, p, BUFFER + i, get(s, p, BUFFER + i + 1));
    }
    set(s, p, BUFFER + 3, NOTHING);
    if (isIn(write, DATA_WRITE, 8)) {
      s[DATA] |= (byte) (1 << (write - DATA_WRITE));
    } else if (isIn(write, RAN_WRITE, TASKS)) {
      s[RAN] ^= (byte) (1 << (write - RAN_WRITE));
    } else if (isIn(write, SLEEP_WRITE, WORKERS)) {
      publishSleep(s, write - SLEEP_WRITE);
    }
    return write != NOTHING;
  }

  /** What a read-modify-write does first. */
  static void empty(byte[] s, int p) {
    boolean more = true;
    while (more) {
      more = flush(s, p);
    }
  }

  // ---- the rest of the state

  static void hold(byte[] s, int tasks) {
    if ((s[HELD] & tasks) != 0) {
      fault(s, Fault.TWO_OWNERS);
    }
    s[HELD] |= (byte) tasks;
  }

  static int takeable(byte[] s, int word) {
    return s[SIGNALLED + word] & ~s[OWNED + word];
  }

  int leafOf(int word) {
    return scenario.leafOfWord().get(word);
  }

  /** Each wake has a bit of its own. */
  int wake(byte[] s, int p) {
    return (p == 0 ? 0 : scenario.posters().get(0).size()) + get(s, p, WAKE);
  }

  int wakeInside() {
    return scenario.posters().get(0).size() + scenario.posters().get(1).size();
  }

  static int worker(int p) {
    return p - POSTERS;
  }

  static boolean isIn(int write, int kind, int count) {
    return write >= kind && write < kind + count;
  }

  static void fault(byte[] s, Fault fault) {
    s[0] = fault.code();
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

  static String name(int p) {
    return p < POSTERS ? "poster " + p + ": " : "worker " + worker(p) + ": ";
  }

  static void publishSleep(byte[] s, int worker) {
    s[SEARCHING]--;
    s[SLEEPERS] |= (byte) (1 << worker);
  }

  static int other(int p) {
    return POSTERS + 1 - worker(p);
  }

  static boolean isAwake(byte[] s, int p) {
    return (s[SLEEPERS] & 1 << worker(p)) == 0;
  }

  static boolean isBetweenSleepAndWakeUp(At at) {
    return switch (at) {
      case LOOK_AT_ROOTS, WAKE_UP, LOOK_WHETHER_CLAIMED, PARK -> true;
      default -> false;
    };
  }
}
