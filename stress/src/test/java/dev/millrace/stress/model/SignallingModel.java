package dev.millrace.stress.model;

import dev.millrace.stress.model.Scenario.Inside;
import java.util.Optional;

/**
 * Post and sleep, one atomic access of shared memory a step. Two posters, two workers, two tasks.
 *
 * <p>Memory is as on a machine with store buffers: a plain write goes into the writer's buffer and
 * reaches memory some time later ("flush"), the writer sees it at once, reads may overtake it, and
 * a read-modify-write empties the buffer first. A retry loop around a CAS is one step: the attempts
 * that fail change nothing.
 *
 * <p>Left out, because it only reads and then searches again: Sleep, steps 2 and 3, and the pass
 * over the own partition.
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class SignallingModel implements Model {

  /** The next step of a process. The names are those of the code. */
  private enum At {
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

  private static final At[] PLACES = At.values();
  private static final int TASKS = 2;
  private static final int POSTERS = 2;
  private static final int WORKERS = 2;
  private static final int PROCESSES = POSTERS + WORKERS;

  // Shared memory, a byte each.
  private static final int SIGNALLED = 1; // by word
  private static final int OWNED = 3; // by word
  private static final int LEAF = 5; // by leaf
  private static final int ROOT = 7;
  private static final int SLEEPERS = 8;
  private static final int SEARCHING = 9;
  private static final int TOKENS = 10; // LockSupport's, by worker
  private static final int DATA = 11; // a bit for each wake
  private static final int RAN = 12; // by task: whether it ran an odd number of times

  // What only the model knows.
  private static final int TRULY_RAN = 13; // RAN without buffers
  private static final int HELD = 14; // tasks that somebody has taken
  private static final int PERMITS = 15; // given and not taken yet, by worker
  private static final int PROMISED = 16; // by task: wakes that have signalled
  private static final int SEEN = 18; // by task: wakes that a run has seen
  private static final int PROCESS = 20;

  // Registers of a process.
  private static final int PC = 0;
  private static final int WAKE = 1; // how many wakes a poster has done
  private static final int TASK = 2;
  private static final int WORD = 3;
  private static final int BRANCH = 4; // the leaf it is at
  private static final int ROOTS = 5; // leaves it has still to visit
  private static final int WORDS = 6; // words it has still to visit
  private static final int MINE = 7; // tasks it has taken
  private static final int NEXT = 8; // the task it owns and runs next, plus one
  private static final int SEARCHES = 9; // whether it is counted as searching
  private static final int AFTER_MARK = 10;
  private static final int AFTER_UNMARK = 11;
  private static final int AFTER_CLAIM = 12;
  private static final int CLAIMED = 13;
  private static final int RUNS_NEXT = 14;
  private static final int BUFFER = 15; // four writes, the oldest first
  private static final int KEPT = 19; // the task that its step has woken, plus one
  private static final int LEAVES = 20; // whether it leaves work to the other
  private static final int REGISTERS = 21;

  // What can be in a buffer.
  private static final int NOTHING = 0;
  private static final int DATA_WRITE = 1; // plus the wake
  private static final int RAN_WRITE = 9; // plus the task
  private static final int SLEEP_WRITE = 12; // plus the worker

  private final Scenario scenario;
  private final Mutant mutant;

  SignallingModel(Scenario scenario, Mutant mutant) {
    this.scenario = scenario;
    this.mutant = mutant;
  }

  @Override
  public byte[] initial() {
    byte[] s = new byte[PROCESS + PROCESSES * REGISTERS];
    for (int p = 0; p < PROCESSES; p++) {
      if (p < POSTERS) {
        nextWake(s, p);
      } else {
        go(s, p, At.SEARCH_ROOTS);
      }
    }
    if (scenario.afterWork()) {
      s[LEAF] = 1;
      s[ROOT] = 1;
      s[SLEEPERS] = 1 << 1;
      go(s, POSTERS + 1, At.PARK);
    }
    return s;
  }

  /** Processes, their buffers, and parks that return for no reason. */
  @Override
  public int actors() {
    return PROCESSES + PROCESSES + WORKERS;
  }

  @Override
  public boolean isOptional(int actor) {
    return actor >= 2 * PROCESSES;
  }

  @Override
  public Optional<String> step(byte[] s, int actor) {
    if (actor < PROCESSES) {
      At at = at(s, actor);
      return move(s, actor) ? Optional.of(name(actor) + at.text) : Optional.empty();
    }
    if (actor < 2 * PROCESSES) {
      int p = actor - PROCESSES;
      return mayFlush(s, p) && flush(s, p) ? Optional.of(name(p) + "(flush)") : Optional.empty();
    }
    int p = actor - 2 * PROCESSES + POSTERS;
    if (at(s, p) != At.PARK) {
      return Optional.empty();
    }
    go(s, p, At.LOOK_WHETHER_CLAIMED);
    return Optional.of(name(p) + "park returns for no reason");
  }

  @Override
  public Optional<Fault> whenNothingIsLeft(byte[] s) {
    for (int t = 0; t < TASKS; t++) {
      if ((takeable(s, scenario.words().get(t)) & 1 << t) != 0) {
        return Optional.of(Fault.LOST_WAKE_UP);
      }
    }
    for (int p = POSTERS; p < PROCESSES; p++) {
      if (at(s, p) != At.PARK) {
        return Optional.of(Fault.LOST_WAKE_UP);
      }
    }
    for (int t = 0; t < TASKS; t++) {
      if ((s[PROMISED + t] & ~s[SEEN + t]) != 0) {
        return Optional.of(Fault.UNSEEN_DATA);
      }
    }
    if (s[PERMITS] != 0 || s[SEARCHING] != 0 || s[SLEEPERS] != (1 << WORKERS) - 1) {
      return Optional.of(Fault.DOUBLE_PERMIT);
    }
    int left = s[ROOT] | s[LEAF] | s[LEAF + 1] | s[SIGNALLED] | s[SIGNALLED + 1];
    return left == 0 && (s[OWNED] | s[OWNED + 1]) == 0
        ? Optional.empty()
        : Optional.of(Fault.LEFT_OVERS);
  }

  // ---- the steps

  private boolean move(byte[] s, int p) {
    switch (at(s, p)) {
      case SIGNAL -> signal(s, p);
      case MARK_LEAF -> {
        empty(s, p);
        int leaf = LEAF + leafOf(get(s, p, WORD));
        boolean first = s[leaf] == 0;
        s[leaf] |= (byte) (1 << get(s, p, WORD));
        go(s, p, first ? At.MARK_ROOT : PLACES[get(s, p, AFTER_MARK)]);
      }
      case MARK_ROOT -> {
        empty(s, p);
        s[ROOT] |= (byte) (1 << leafOf(get(s, p, WORD)));
        go(s, p, PLACES[get(s, p, AFTER_MARK)]);
      }
      case CLAIM -> claimSleeper(s, p);
      case UNPARK -> {
        empty(s, p);
        s[TOKENS] |= (byte) (1 << get(s, p, CLAIMED));
        set(s, p, CLAIMED, 0);
        afterClaim(s, p);
      }
      case DONE -> {
        return false;
      }
      case SEARCH_ROOTS, SEARCH_LEAF, LOOK_AT_WORD, UNMARK_LEAF -> search(s, p);
      case UNMARK_ROOT, LOOK_AT_LEAF_AGAIN, REMARK_ROOT, LOOK_AT_WORD_AGAIN -> cleanUp(s, p);
      case TAKE -> take(s, p);
      case END_SEARCH -> {
        empty(s, p);
        boolean last = s[SEARCHING]-- == 1 && s[SLEEPERS] != 0;
        set(s, p, SEARCHES, 0);
        set(s, p, AFTER_CLAIM, afterHandOver().ordinal());
        boolean look = last && mutant != Mutant.NO_HAND_OVER;
        go(s, p, look ? At.LOOK_FOR_MORE_TASKS : afterHandOver());
      }
      case LOOK_FOR_SLEEPERS -> {
        set(s, p, AFTER_CLAIM, afterSharing().ordinal());
        go(s, p, s[SLEEPERS] != 0 ? At.LOOK_FOR_MORE_TASKS : afterSharing());
      }
      case LOOK_FOR_MORE_TASKS -> {
        boolean more = takeable(s, get(s, p, WORD)) != 0;
        callOrGoOn(s, p, more, scenario.isOneWord() ? At.RUN : At.LOOK_FOR_MORE_WORDS);
      }
      case LOOK_FOR_MORE_WORDS -> {
        int others = s[LEAF + leafOf(get(s, p, WORD))] & ~(1 << get(s, p, WORD));
        callOrGoOn(s, p, others != 0, scenario.isOneLeaf() ? At.RUN : At.LOOK_FOR_MORE_LEAVES);
      }
      case LOOK_FOR_MORE_LEAVES ->
          callOrGoOn(s, p, (s[ROOT] & ~(1 << leafOf(get(s, p, WORD)))) != 0, At.RUN);
      case RUN -> {
        return run(s, p);
      }
      case CLAIM_KEPT -> claimKept(s, p);
      case SIGNAL_INSIDE -> signalInside(s, p);
      case LET_GO -> letGo(s, p);
      case BEGIN_SEARCH, SLEEP, LOOK_AT_ROOTS, WAKE_UP, LOOK_WHETHER_CLAIMED -> sleep(s, p);
      case PARK -> {
        int bit = 1 << worker(p);
        if ((s[TOKENS] & bit) == 0) {
          return false;
        }
        s[TOKENS] &= (byte) ~bit;
        go(s, p, At.LOOK_WHETHER_CLAIMED);
      }
    }
    return true;
  }

  // ---- post

  private void signal(byte[] s, int p) {
    int task = scenario.posters().get(p).get(get(s, p, WAKE));
    int word = scenario.words().get(task);
    int bit = 1 << task;
    s[PROMISED + task] |= (byte) (1 << wake(s, p));
    set(s, p, AFTER_CLAIM, At.DONE.ordinal());
    set(s, p, WORD, word);
    if (mutant == Mutant.SIGNAL_BY_LOOKING && (s[SIGNALLED + word] & bit) != 0) {
      afterClaim(s, p);
      return;
    }
    empty(s, p);
    int before = takeable(s, word);
    boolean owned = (s[OWNED + word] & bit) != 0;
    s[SIGNALLED + word] |= (byte) bit;
    boolean alreadyLooked = mutant == Mutant.SLEEPERS_LOOKED_AT_FIRST;
    At after = alreadyLooked ? At.DONE : At.CLAIM;
    set(s, p, AFTER_MARK, after.ordinal());
    if (owned) {
      afterClaim(s, p); // NOTED
    } else if (before == 0) {
      go(s, p, At.MARK_LEAF); // ACTIVATED
    } else if (alreadyLooked) {
      afterClaim(s, p);
    } else {
      go(s, p, At.CLAIM); // JOINED
    }
  }

  private void claimSleeper(byte[] s, int p) {
    if (s[SLEEPERS] == 0 || s[SEARCHING] > 0) {
      afterClaim(s, p);
      return;
    }
    empty(s, p);
    int worker = Integer.numberOfTrailingZeros(s[SLEEPERS]);
    int bit = 1 << worker;
    if ((s[PERMITS] & bit) != 0) {
      fault(s, Fault.DOUBLE_PERMIT);
    } else if (!isBetweenSleepAndWakeUp(at(s, POSTERS + worker))) {
      fault(s, Fault.PERMIT_FOR_AN_AWAKE_WORKER);
    }
    s[PERMITS] |= (byte) bit;
    if (mutant != Mutant.SLEEPER_BIT_STAYS) {
      s[SLEEPERS] &= (byte) ~bit;
    }
    if (mutant != Mutant.CLAIMED_NOT_COUNTED) {
      s[SEARCHING]++;
    }
    if (mutant == Mutant.NO_UNPARK) {
      afterClaim(s, p);
    } else {
      set(s, p, CLAIMED, worker);
      go(s, p, At.UNPARK);
    }
  }

  private void afterClaim(byte[] s, int p) {
    At after = PLACES[get(s, p, AFTER_CLAIM)];
    set(s, p, AFTER_CLAIM, 0);
    if (after == At.DONE) {
      set(s, p, WAKE, get(s, p, WAKE) + 1);
      set(s, p, WORD, 0);
      set(s, p, AFTER_MARK, 0);
      nextWake(s, p);
    } else {
      go(s, p, after);
    }
  }

  /** The waker writes what the run shall see; a write into the own buffer is no step. */
  private void nextWake(byte[] s, int p) {
    if (get(s, p, WAKE) == scenario.posters().get(p).size()) {
      go(s, p, At.DONE);
      return;
    }
    write(s, p, DATA_WRITE + wake(s, p));
    boolean early = mutant == Mutant.SLEEPERS_LOOKED_AT_FIRST;
    set(s, p, AFTER_CLAIM, early ? At.SIGNAL.ordinal() : 0);
    go(s, p, early ? At.CLAIM : At.SIGNAL);
  }

  // ---- search

  private void search(byte[] s, int p) {
    switch (at(s, p)) {
      case SEARCH_ROOTS -> {
        set(s, p, ROOTS, s[ROOT]);
        nextLeaf(s, p);
      }
      case SEARCH_LEAF -> {
        set(s, p, WORDS, s[LEAF + get(s, p, BRANCH)]);
        set(s, p, AFTER_UNMARK, At.SEARCH_LEAF.ordinal());
        if (get(s, p, WORDS) == 0) {
          go(s, p, At.UNMARK_ROOT);
        } else {
          nextWord(s, p);
        }
      }
      case LOOK_AT_WORD -> {
        if (takeable(s, get(s, p, WORD)) == 0) {
          go(s, p, At.UNMARK_LEAF);
        } else if (scenario.leaves() && isAwake(s, other(p))) {
          set(s, p, LEAVES, 1);
          set(s, p, ROOTS, 0);
          set(s, p, WORDS, 0);
          nextLeaf(s, p);
        } else {
          go(s, p, At.TAKE);
        }
      }
      default -> { // UNMARK_LEAF
        empty(s, p);
        int bit = 1 << get(s, p, WORD);
        int leaf = LEAF + get(s, p, BRANCH);
        boolean last = s[leaf] == bit;
        s[leaf] &= (byte) ~bit;
        set(s, p, AFTER_UNMARK, At.LOOK_AT_WORD_AGAIN.ordinal());
        if (last) {
          go(s, p, At.UNMARK_ROOT);
        } else {
          afterUnmark(s, p);
        }
      }
    }
  }

  private void cleanUp(byte[] s, int p) {
    switch (at(s, p)) {
      case UNMARK_ROOT -> {
        empty(s, p);
        s[ROOT] &= (byte) ~(1 << get(s, p, BRANCH));
        if (mutant == Mutant.NO_SECOND_LOOK_AT_LEAF) {
          afterUnmark(s, p);
        } else {
          go(s, p, At.LOOK_AT_LEAF_AGAIN);
        }
      }
      case LOOK_AT_LEAF_AGAIN -> {
        if (s[LEAF + get(s, p, BRANCH)] != 0) {
          go(s, p, At.REMARK_ROOT);
        } else {
          afterUnmark(s, p);
        }
      }
      case REMARK_ROOT -> {
        empty(s, p);
        s[ROOT] |= (byte) (1 << get(s, p, BRANCH));
        afterUnmark(s, p);
      }
      default -> { // LOOK_AT_WORD_AGAIN
        if (takeable(s, get(s, p, WORD)) != 0) {
          set(s, p, AFTER_MARK, At.TAKE.ordinal());
          go(s, p, At.MARK_LEAF);
        } else {
          nextWord(s, p);
        }
      }
    }
  }

  private void afterUnmark(byte[] s, int p) {
    boolean ofWord = PLACES[get(s, p, AFTER_UNMARK)] == At.LOOK_AT_WORD_AGAIN;
    set(s, p, AFTER_UNMARK, 0);
    if (!ofWord) {
      nextLeaf(s, p);
    } else if (mutant == Mutant.NO_SECOND_LOOK_AT_WORD) {
      nextWord(s, p);
    } else {
      go(s, p, At.LOOK_AT_WORD_AGAIN);
    }
  }

  private void nextLeaf(byte[] s, int p) {
    int roots = get(s, p, ROOTS);
    set(s, p, WORD, 0);
    set(s, p, BRANCH, 0);
    if (roots == 0) {
      go(s, p, get(s, p, SEARCHES) == 0 ? At.BEGIN_SEARCH : At.SLEEP);
      return;
    }
    set(s, p, ROOTS, roots & (roots - 1));
    set(s, p, BRANCH, Integer.numberOfTrailingZeros(roots));
    go(s, p, At.SEARCH_LEAF);
  }

  private void nextWord(byte[] s, int p) {
    int words = get(s, p, WORDS);
    if (words == 0) {
      nextLeaf(s, p);
      return;
    }
    set(s, p, WORDS, words & (words - 1));
    set(s, p, WORD, Integer.numberOfTrailingZeros(words));
    go(s, p, At.LOOK_AT_WORD);
  }

  // ---- run

  private void take(byte[] s, int p) {
    set(s, p, ROOTS, 0);
    set(s, p, WORDS, 0);
    set(s, p, BRANCH, 0);
    set(s, p, AFTER_MARK, 0);
    set(s, p, AFTER_UNMARK, 0);
    int word = get(s, p, WORD);
    int takeable = takeable(s, word);
    int mine = scenario.batch() ? takeable : Integer.lowestOneBit(takeable);
    if (mine == 0) {
      turn(s, p);
      return;
    }
    empty(s, p);
    s[SIGNALLED + word] &= (byte) ~mine;
    s[OWNED + word] |= (byte) mine;
    hold(s, mine);
    set(s, p, MINE, mine);
    go(s, p, get(s, p, SEARCHES) != 0 ? At.END_SEARCH : afterHandOver());
  }

  /** {@code next} is the next place to look at, RUN if there is none. */
  private void callOrGoOn(byte[] s, int p, boolean more, At next) {
    if (more) {
      go(s, p, At.CLAIM);
    } else if (next == At.RUN) {
      afterClaim(s, p);
    } else {
      go(s, p, next);
    }
  }

  private At afterHandOver() {
    return scenario.batch() || mutant == Mutant.SHARE_AFTER_RUN ? At.RUN : At.LOOK_FOR_SLEEPERS;
  }

  private At afterSharing() {
    return mutant == Mutant.SHARE_AFTER_RUN ? At.TAKE : At.RUN;
  }

  private boolean run(byte[] s, int p) {
    int task = Integer.numberOfTrailingZeros(get(s, p, MINE));
    if (scenario.longStep() && task == 0 && s[SEEN + 1] == 0) {
      return false;
    }
    int data = s[DATA];
    int ran = s[RAN];
    for (int i = 0; i < 4; i++) { // its own buffer first
      int write = get(s, p, BUFFER + i);
      data |= isIn(write, DATA_WRITE, 8) ? 1 << (write - DATA_WRITE) : 0;
      ran ^= isIn(write, RAN_WRITE, TASKS) ? 1 << (write - RAN_WRITE) : 0;
    }
    if (((ran ^ s[TRULY_RAN]) & 1 << task) != 0) {
      fault(s, Fault.STALE_RUN);
    }
    boolean first = s[SEEN + task] == 0;
    s[SEEN + task] |= (byte) data;
    s[TRULY_RAN] ^= (byte) (1 << task);
    write(s, p, RAN_WRITE + task);
    set(s, p, TASK, task);
    boolean wakes = first && task == 0 && scenario.inside() != Inside.NOTHING;
    if (wakes) {
      write(s, p, DATA_WRITE + wakeInside());
    }
    if (wakes && scenario.inside() == Inside.KEEPS) {
      s[PROMISED + 1] |= (byte) (1 << wakeInside());
      set(s, p, KEPT, 2);
    }
    go(s, p, wakes && scenario.inside() == Inside.MARKS ? At.SIGNAL_INSIDE : At.LET_GO);
    return true;
  }

  private void claimKept(byte[] s, int p) {
    int word = scenario.words().get(1);
    int bit = 1 << 1;
    set(s, p, KEPT, 0);
    boolean idle = ((s[SIGNALLED + word] | s[OWNED + word]) & bit) == 0;
    if (idle) {
      empty(s, p);
      s[OWNED + word] |= (byte) bit;
      hold(s, bit);
      set(s, p, NEXT, 2);
    } else if (mutant != Mutant.CLAIM_BY_LOOKING) {
      empty(s, p);
      s[SIGNALLED + word] |= (byte) bit;
    }
    turn(s, p);
  }

  /** Lets go of a task and takes the kept one of the same word; false if it cannot. */
  private boolean passOn(byte[] s, int p, int bit) {
    int word = get(s, p, WORD);
    int to = 1 << 1;
    if (get(s, p, KEPT) == 0 || scenario.words().get(1) != word) {
      return false;
    }
    int signalled = s[SIGNALLED + word] & (mutant == Mutant.PASS_IGNORES_NOTED ? to : bit | to);
    if (signalled != 0 || (s[OWNED + word] & to) != 0) {
      return false;
    }
    empty(s, p);
    s[OWNED + word] &= (byte) ~bit;
    s[OWNED + word] |= (byte) to;
    hold(s, to);
    set(s, p, KEPT, 0);
    set(s, p, NEXT, 2);
    return true;
  }

  private void signalInside(byte[] s, int p) {
    int word = scenario.words().get(1);
    s[PROMISED + 1] |= (byte) (1 << wakeInside());
    empty(s, p);
    int before = takeable(s, word);
    s[SIGNALLED + word] |= 1 << 1;
    boolean activated = before == 0 && (s[OWNED + word] & 1 << 1) == 0;
    if (activated && word != get(s, p, WORD)) {
      // The register WORD is the word it runs: a mark of another one is two steps in one.
      boolean first = s[LEAF + leafOf(word)] == 0;
      s[LEAF + leafOf(word)] |= (byte) (1 << word);
      s[ROOT] |= (byte) (first ? 1 << leafOf(word) : 0);
      go(s, p, At.LET_GO);
      return;
    }
    set(s, p, AFTER_MARK, At.LET_GO.ordinal());
    go(s, p, activated ? At.MARK_LEAF : At.LET_GO);
  }

  private void letGo(byte[] s, int p) {
    int task = get(s, p, TASK);
    int word = get(s, p, WORD);
    int bit = 1 << task;
    set(s, p, TASK, 0);
    set(s, p, MINE, get(s, p, MINE) & ~bit);
    s[HELD] &= (byte) ~bit;
    if (passOn(s, p, bit)) {
      if (get(s, p, MINE) == 0) {
        turn(s, p);
      } else {
        go(s, p, At.RUN);
      }
      return;
    }
    if (mutant == Mutant.RELEASE_WITHOUT_FENCE) {
      // Visible before what the owner wrote: as if the writes were in the wrong order.
      s[OWNED + word] &= (byte) ~bit;
    } else {
      empty(s, p);
      s[OWNED + word] &= (byte) ~bit;
    }
    boolean noted = (s[SIGNALLED + word] & bit) != 0;
    boolean activated = noted && takeable(s, word) == bit;
    At next = get(s, p, MINE) != 0 ? At.RUN : afterWord();
    set(s, p, AFTER_MARK, next.ordinal());
    if (activated && mutant != Mutant.RELEASE_IGNORES_NOTED) {
      go(s, p, At.MARK_LEAF);
    } else if (get(s, p, MINE) == 0 && (get(s, p, RUNS_NEXT) | get(s, p, NEXT)) != 0) {
      turn(s, p);
    } else {
      go(s, p, next);
    }
  }

  private At afterWord() {
    return mutant == Mutant.SHARE_AFTER_RUN && !scenario.batch() ? At.LOOK_FOR_SLEEPERS : At.TAKE;
  }

  /** Worker.turn: what it owns, what it has kept, then the tree. */
  private void turn(byte[] s, int p) {
    int next = get(s, p, NEXT);
    set(s, p, NEXT, 0);
    set(s, p, RUNS_NEXT, next);
    set(s, p, AFTER_MARK, 0);
    if (next != 0) {
      set(s, p, MINE, 1 << (next - 1));
      set(s, p, WORD, scenario.words().get(next - 1));
      go(s, p, At.RUN);
    } else {
      set(s, p, WORD, 0);
      go(s, p, get(s, p, KEPT) != 0 ? At.CLAIM_KEPT : At.SEARCH_ROOTS);
    }
  }

  // ---- sleep

  private void sleep(byte[] s, int p) {
    int bit = 1 << worker(p);
    switch (at(s, p)) {
      case BEGIN_SEARCH -> {
        empty(s, p);
        s[SEARCHING]++;
        set(s, p, SEARCHES, 1);
        go(s, p, At.SLEEP);
      }
      case SLEEP -> {
        set(s, p, SEARCHES, 0);
        if (mutant == Mutant.SLEEP_WITHOUT_FENCE) {
          write(s, p, SLEEP_WRITE + worker(p));
        } else {
          empty(s, p);
          publishSleep(s, worker(p));
        }
        boolean blind = mutant == Mutant.NO_SECOND_LOOK_AT_ROOTS;
        go(s, p, blind ? At.LOOK_WHETHER_CLAIMED : At.LOOK_AT_ROOTS);
      }
      case LOOK_AT_ROOTS -> {
        boolean trusts = mutant == Mutant.LEAVES_WHILE_ALL_SLEEP || isAwake(s, other(p));
        boolean leaves = get(s, p, LEAVES) != 0 && trusts;
        set(s, p, LEAVES, 0);
        go(s, p, leaves || s[ROOT] == 0 ? At.LOOK_WHETHER_CLAIMED : At.WAKE_UP);
      }
      case LOOK_WHETHER_CLAIMED -> {
        boolean unpublished = get(s, p, BUFFER) != NOTHING; // it sees its own write
        go(s, p, unpublished || (s[SLEEPERS] & bit) != 0 ? At.PARK : At.WAKE_UP);
      }
      default -> { // WAKE_UP
        empty(s, p);
        boolean claimed = (s[SLEEPERS] & bit) == 0;
        if (claimed != ((s[PERMITS] & bit) != 0)) {
          fault(s, Fault.DOUBLE_PERMIT);
        }
        s[PERMITS] &= (byte) ~bit;
        s[SEARCHING] += (byte) (claimed ? 0 : 1);
        s[SLEEPERS] &= (byte) ~bit;
        set(s, p, SEARCHES, 1);
        go(s, p, At.SEARCH_ROOTS);
      }
    }
  }

  private static void publishSleep(byte[] s, int worker) {
    s[SEARCHING]--;
    s[SLEEPERS] |= (byte) (1 << worker);
  }

  private static int other(int p) {
    return POSTERS + 1 - worker(p);
  }

  private static boolean isAwake(byte[] s, int p) {
    return (s[SLEEPERS] & 1 << worker(p)) == 0;
  }

  private static boolean isBetweenSleepAndWakeUp(At at) {
    return switch (at) {
      case LOOK_AT_ROOTS, WAKE_UP, LOOK_WHETHER_CLAIMED, PARK -> true;
      default -> false;
    };
  }

  // ---- buffers

  /** A plain write: seen by its writer, and by others after a flush. */
  private static void write(byte[] s, int p, int write) {
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
  private static boolean mayFlush(byte[] s, int p) {
    At at = at(s, p);
    return at == At.PARK || at == At.DONE || get(s, p, BUFFER) >= SLEEP_WRITE;
  }

  private static boolean flush(byte[] s, int p) {
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
  private static void empty(byte[] s, int p) {
    boolean more = true;
    while (more) {
      more = flush(s, p);
    }
  }

  // ---- the state

  private static void hold(byte[] s, int tasks) {
    if ((s[HELD] & tasks) != 0) {
      fault(s, Fault.TWO_OWNERS);
    }
    s[HELD] |= (byte) tasks;
  }

  private static int takeable(byte[] s, int word) {
    return s[SIGNALLED + word] & ~s[OWNED + word];
  }

  private int leafOf(int word) {
    return scenario.leafOfWord().get(word);
  }

  /** Each wake has a bit of its own. */
  private int wake(byte[] s, int p) {
    return (p == 0 ? 0 : scenario.posters().get(0).size()) + get(s, p, WAKE);
  }

  private int wakeInside() {
    return scenario.posters().get(0).size() + scenario.posters().get(1).size();
  }

  private static int worker(int p) {
    return p - POSTERS;
  }

  private static boolean isIn(int write, int kind, int count) {
    return write >= kind && write < kind + count;
  }

  private static void fault(byte[] s, Fault fault) {
    s[0] = fault.code();
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

  private static String name(int p) {
    return p < POSTERS ? "poster " + p + ": " : "worker " + worker(p) + ": ";
  }
}
