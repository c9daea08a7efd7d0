package dev.millrace.stress.model;

import java.util.Optional;

/**
 * A lane from outside: two submitters, two workers that are not quick, and sleep. The first
 * runnable lasts until the second has run, so that somebody else must do that. Memory without
 * buffers: all accesses that matter here are sequentially consistent.
 *
 * <p>Or a worker's own lane: the only submitter is a third worker, in a step that does not end
 * before what it offers has run, and the lane is still marked from before. What this worker puts
 * into its lane it puts there by plain stores, which arrive some time later: at the next fence or
 * atomic exchange at the latest. None of these runnables waits for another.
 *
 * <p>Left out are the chunks (a look at both counts is one step), the watch, and the pace: a worker
 * that sees more calls somebody. The other steps are those of {@link SignallingModel}.
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class LaneModel implements Model {

  private enum At {
    // Post, by OutsideLane and SummaryTree
    GIVE("Post, step 2: OutsideLane.offer is given a place"),
    PUT("OutsideLane.offer puts the runnable there"),
    OFFER("OwnLane.offer puts the runnable there"),
    FENCE("Posts.tell: VarHandle.fullFence"),
    LOOK_AT_MARK("SummaryTree.post looks whether the lane is marked"),
    MARK_LEAF("Post, step 3: BitTree.mark, leaf"),
    MARK_ROOT("Post, step 4: BitTree.mark, root"),
    CLAIM("Post, step 5: IdleWorkers.claim"),
    UNPARK("Post, step 5: SignalWaker.unpark"),
    DONE("done"),
    // TaskSearch
    SEARCH_ROOT("TaskSearch.search reads the root"),
    SEARCH_LEAF("TaskSearch.searchLeaf reads the leaf"),
    LOOK("TaskSearch.searchLeaf: RunLane.hasWork"),
    UNMARK_LEAF("BitTree.unmark clears the leaf bit"),
    UNMARK_ROOT("BitTree.unmarkRoot clears the root bit"),
    LOOK_AT_LEAF_AGAIN("BitTree.unmarkRoot looks at the leaf again"),
    REMARK_ROOT("BitTree.unmarkRoot marks the root again"),
    LOOK_AGAIN("TaskSearch.hasWorkAfterAll: RunLane.hasWork"),
    // Worker
    TAKE("RunLane.take"),
    END_SEARCH("IdleWorkers.endSearch"),
    LOOK_BEFORE_RUN("Worker.leaveTheRest: RunLane.hasWork"),
    LOOK_FOR_SLEEPERS("Worker.share reads the sleepers"),
    LOOK_FOR_MORE("Worker.backlog"),
    RUN("SlotRunner.runOnce"),
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
  private static final int SUBMITTERS = 2;
  private static final int WORKERS = 2;
  private static final int PROCESSES = SUBMITTERS + WORKERS;

  // Shared memory.
  private static final int GIVEN = 1;
  private static final int THERE = 2; // a bit for each place
  private static final int TAKEN = 3;
  private static final int LEAF = 4;
  private static final int ROOT = 5;
  private static final int SLEEPERS = 6;
  private static final int SEARCHING = 7;
  private static final int TOKENS = 8; // LockSupport's, by worker
  private static final int RAN = 9; // a bit for each place
  private static final int OWN_THERE = 10; // with what the worker's own stores have yet to reach
  private static final int PROCESS = 11;

  // Registers of a process.
  private static final int PC = 0;
  private static final int LEFT = 1; // what a submitter has still to offer
  private static final int HELD = 2; // the place it was given, or has taken
  private static final int MARKED = 3; // what the submitter saw, if it looks too early
  private static final int SEARCHES = 4; // whether it is counted as searching
  private static final int AFTER_MARK = 5;
  private static final int AFTER_UNMARK = 6;
  private static final int AFTER_CLAIM = 7;
  private static final int CLAIMED = 8;
  private static final int BEFORE_RUN = 9; // whether it cleans up before a run, or in a search
  private static final int REGISTERS = 10;

  private final int first;
  private final int second;
  private final boolean own;
  private final Mutant mutant;

  private LaneModel(int first, int second, boolean own, Mutant mutant) {
    this.first = first;
    this.second = second;
    this.own = own;
    this.mutant = mutant;
  }

  /** The submitters offer {@code first} and {@code second} runnables. */
  static LaneModel outside(int first, int second, Mutant mutant) {
    return new LaneModel(first, second, false, mutant);
  }

  /** The worker whose lane it is offers so many runnables. */
  static LaneModel own(int runnables, Mutant mutant) {
    return new LaneModel(runnables, 0, true, mutant);
  }

  @Override
  public byte[] initial() {
    byte[] s = new byte[PROCESS + PROCESSES * REGISTERS];
    set(s, 0, LEFT, first);
    set(s, 1, LEFT, second);
    s[LEAF] = (byte) (own ? 1 : 0);
    s[ROOT] = s[LEAF];
    for (int p = 0; p < PROCESSES; p++) {
      if (p < SUBMITTERS) {
        nextOffer(s, p);
      } else {
        go(s, p, At.SEARCH_ROOT);
      }
    }
    return s;
  }

  /** The processes, and the buffer of the worker whose lane it is. */
  @Override
  public int actors() {
    return PROCESSES + 1;
  }

  @Override
  public boolean isOptional(int actor) {
    return false;
  }

  @Override
  public Optional<String> step(byte[] s, int p) {
    if (p == PROCESSES) {
      return arrive(s) ? Optional.of("a store arrives") : Optional.empty();
    }
    At at = at(s, p);
    String name = p < SUBMITTERS ? "submitter " + p : "worker " + (p - SUBMITTERS);
    return move(s, p, at) ? Optional.of(name + ": " + at.text) : Optional.empty();
  }

  @Override
  public Optional<Fault> whenNothingIsLeft(byte[] s) {
    boolean parked = at(s, SUBMITTERS) == At.PARK && at(s, SUBMITTERS + 1) == At.PARK;
    if (!parked || s[RAN] != (1 << (first + second)) - 1) {
      return Optional.of(Fault.LOST_WAKE_UP);
    }
    if (s[SEARCHING] != 0 || s[SLEEPERS] != (1 << WORKERS) - 1) {
      return Optional.of(Fault.DOUBLE_PERMIT);
    }
    return (s[LEAF] | s[ROOT]) == 0 ? Optional.empty() : Optional.of(Fault.LEFT_OVERS);
  }

  private boolean move(byte[] s, int p, At at) {
    switch (at) {
      case GIVE, PUT, LOOK_AT_MARK -> offer(s, p, at);
      case OFFER, FENCE -> offerHere(s, p, at);
      case MARK_LEAF, MARK_ROOT, CLAIM, UNPARK -> post(s, p, at);
      case DONE -> {
        return false;
      }
      case SEARCH_ROOT, SEARCH_LEAF, LOOK -> search(s, p, at);
      case UNMARK_LEAF, UNMARK_ROOT, LOOK_AT_LEAF_AGAIN, REMARK_ROOT, LOOK_AGAIN ->
          cleanUp(s, p, at);
      case TAKE, END_SEARCH, LOOK_BEFORE_RUN, LOOK_FOR_SLEEPERS, LOOK_FOR_MORE -> begin(s, p, at);
      case RUN -> {
        boolean lasts = !own && get(s, p, HELD) == 0 && (s[RAN] & 2) == 0;
        if (lasts) {
          return false;
        }
        s[RAN] |= (byte) (1 << get(s, p, HELD));
        forget(s, p);
        go(s, p, At.TAKE);
      }
      case BEGIN_SEARCH, SLEEP, LOOK_AT_ROOTS, WAKE_UP, LOOK_WHETHER_CLAIMED -> sleep(s, p, at);
      case PARK -> {
        int bit = 1 << (p - SUBMITTERS);
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

  private void nextOffer(byte[] s, int p) {
    boolean early = mutant == Mutant.MARK_LOOKED_AT_FIRST;
    forget(s, p);
    int left = get(s, p, LEFT);
    set(s, p, LEFT, Math.max(left - 1, 0));
    go(s, p, left == 0 ? At.DONE : own ? At.OFFER : early ? At.LOOK_AT_MARK : At.GIVE);
  }

  private void offerHere(byte[] s, int p, At at) {
    if (at == At.FENCE) {
      empty(s);
      go(s, p, At.LOOK_AT_MARK);
    } else {
      s[OWN_THERE] |= (byte) (s[OWN_THERE] + 1); // the next place
      go(s, p, mutant == Mutant.NO_FENCE_AT_OWN_LANE ? At.LOOK_AT_MARK : At.FENCE);
    }
  }

  /** The next store of the worker whose lane it is. */
  private static boolean arrive(byte[] s) {
    boolean any = s[THERE] != s[OWN_THERE] && s[OWN_THERE] != 0;
    if (any) {
      s[THERE] |= (byte) (s[THERE] + 1);
    }
    return any;
  }

  /** What that worker's atomic exchanges do first. */
  private static void empty(byte[] s) {
    boolean more = true;
    while (more) {
      more = arrive(s);
    }
  }

  private void offer(byte[] s, int p, At at) {
    boolean early = mutant == Mutant.MARK_LOOKED_AT_FIRST;
    switch (at) {
      case GIVE -> {
        set(s, p, HELD, s[GIVEN]++);
        go(s, p, At.PUT);
      }
      case PUT -> {
        s[THERE] |= (byte) (1 << get(s, p, HELD));
        set(s, p, HELD, 0);
        go(s, p, At.LOOK_AT_MARK);
        if (early) {
          markUnless(s, p, get(s, p, MARKED) != 0);
        }
      }
      default -> { // LOOK_AT_MARK
        if (early) {
          set(s, p, MARKED, s[LEAF]);
          go(s, p, At.GIVE);
        } else {
          markUnless(s, p, s[LEAF] != 0);
        }
      }
    }
  }

  private void markUnless(byte[] s, int p, boolean marked) {
    set(s, p, AFTER_MARK, At.CLAIM.ordinal());
    if (marked) {
      nextOffer(s, p);
    } else {
      go(s, p, At.MARK_LEAF);
    }
  }

  private void post(byte[] s, int p, At at) {
    if (p < SUBMITTERS) {
      empty(s);
    }
    switch (at) {
      case MARK_LEAF -> {
        boolean wasEmpty = s[LEAF] == 0;
        s[LEAF] = 1;
        go(s, p, At.MARK_ROOT);
        if (!wasEmpty) {
          goTo(s, p, AFTER_MARK);
        }
      }
      case MARK_ROOT -> {
        s[ROOT] = 1;
        goTo(s, p, AFTER_MARK);
      }
      case CLAIM -> {
        if (s[SLEEPERS] == 0 || s[SEARCHING] > 0) {
          afterClaim(s, p);
        } else {
          int worker = Integer.numberOfTrailingZeros(s[SLEEPERS]);
          s[SLEEPERS] &= (byte) ~(1 << worker);
          s[SEARCHING]++;
          set(s, p, CLAIMED, worker);
          go(s, p, At.UNPARK);
        }
      }
      default -> { // UNPARK
        s[TOKENS] |= (byte) (1 << get(s, p, CLAIMED));
        set(s, p, CLAIMED, 0);
        afterClaim(s, p);
      }
    }
  }

  private void afterClaim(byte[] s, int p) {
    if (p < SUBMITTERS) {
      nextOffer(s, p);
    } else {
      goTo(s, p, AFTER_CLAIM);
    }
  }

  // ---- search

  private void search(byte[] s, int p, At at) {
    switch (at) {
      case SEARCH_ROOT -> {
        if (s[ROOT] == 0) {
          nothingFound(s, p);
        } else {
          go(s, p, At.SEARCH_LEAF);
        }
      }
      case SEARCH_LEAF -> go(s, p, s[LEAF] == 0 ? At.UNMARK_ROOT : At.LOOK);
      default -> go(s, p, hasWork(s) ? At.TAKE : At.UNMARK_LEAF); // LOOK
    }
  }

  private static void nothingFound(byte[] s, int p) {
    go(s, p, get(s, p, SEARCHES) == 1 ? At.SLEEP : At.BEGIN_SEARCH);
  }

  private void cleanUp(byte[] s, int p, At at) {
    boolean beforeRun = get(s, p, BEFORE_RUN) == 1;
    switch (at) {
      case UNMARK_LEAF -> {
        boolean last = s[LEAF] == 1;
        s[LEAF] = 0;
        set(s, p, AFTER_UNMARK, At.LOOK_AGAIN.ordinal());
        if (last) {
          go(s, p, At.UNMARK_ROOT);
        } else {
          goTo(s, p, AFTER_UNMARK);
        }
      }
      case UNMARK_ROOT -> {
        s[ROOT] = 0;
        go(s, p, At.LOOK_AT_LEAF_AGAIN);
      }
      case LOOK_AT_LEAF_AGAIN -> {
        if (s[LEAF] != 0) {
          go(s, p, At.REMARK_ROOT);
        } else {
          afterUnmark(s, p);
        }
      }
      case REMARK_ROOT -> {
        s[ROOT] = 1;
        afterUnmark(s, p);
      }
      default -> { // LOOK_AGAIN
        if (hasWork(s) && mutant != Mutant.NO_SECOND_LOOK_AT_LANE) {
          set(s, p, AFTER_MARK, (beforeRun ? At.LOOK_FOR_SLEEPERS : At.TAKE).ordinal());
          go(s, p, At.MARK_LEAF);
        } else if (beforeRun) {
          go(s, p, At.RUN);
        } else {
          nothingFound(s, p);
        }
      }
    }
  }

  private static void afterUnmark(byte[] s, int p) {
    if (PLACES[get(s, p, AFTER_UNMARK)] == At.LOOK_AGAIN) {
      goTo(s, p, AFTER_UNMARK);
    } else {
      nothingFound(s, p);
    }
  }

  // ---- what comes before a run

  private void begin(byte[] s, int p, At at) {
    switch (at) {
      case TAKE -> {
        if ((s[THERE] >> s[TAKEN] & 1) == 0) {
          go(s, p, At.SEARCH_ROOT); // there is none, or it is not there yet
        } else {
          set(s, p, HELD, s[TAKEN]++);
          go(s, p, get(s, p, SEARCHES) == 1 ? At.END_SEARCH : At.LOOK_BEFORE_RUN);
        }
      }
      case END_SEARCH -> {
        boolean last = s[SEARCHING]-- == 1 && s[SLEEPERS] != 0;
        set(s, p, SEARCHES, 0);
        lookForMoreIf(s, p, last, At.LOOK_BEFORE_RUN);
      }
      case LOOK_BEFORE_RUN -> {
        set(s, p, BEFORE_RUN, 1);
        At ifEmpty = mutant == Mutant.LANE_STAYS_MARKED ? At.RUN : At.UNMARK_LEAF;
        go(s, p, hasWork(s) ? At.LOOK_FOR_SLEEPERS : ifEmpty);
      }
      case LOOK_FOR_SLEEPERS -> lookForMoreIf(s, p, s[SLEEPERS] != 0, At.RUN);
      default -> { // LOOK_FOR_MORE
        if (hasWork(s)) {
          go(s, p, At.CLAIM);
        } else {
          goTo(s, p, AFTER_CLAIM);
        }
      }
    }
  }

  private static void lookForMoreIf(byte[] s, int p, boolean looks, At after) {
    if (looks) {
      set(s, p, AFTER_CLAIM, after.ordinal());
      go(s, p, At.LOOK_FOR_MORE);
    } else {
      go(s, p, after);
    }
  }

  // ---- sleep

  private static void sleep(byte[] s, int p, At at) {
    int bit = 1 << (p - SUBMITTERS);
    switch (at) {
      case BEGIN_SEARCH -> {
        s[SEARCHING]++;
        set(s, p, SEARCHES, 1);
        go(s, p, At.SLEEP);
      }
      case SLEEP -> {
        s[SEARCHING]--;
        set(s, p, SEARCHES, 0);
        s[SLEEPERS] |= (byte) bit;
        go(s, p, At.LOOK_AT_ROOTS);
      }
      case LOOK_AT_ROOTS -> go(s, p, s[ROOT] != 0 ? At.WAKE_UP : At.LOOK_WHETHER_CLAIMED);
      case WAKE_UP -> {
        if ((s[SLEEPERS] & bit) != 0) {
          s[SLEEPERS] &= (byte) ~bit;
          s[SEARCHING]++; // else whoever has claimed it did that
        }
        set(s, p, SEARCHES, 1);
        go(s, p, At.SEARCH_ROOT);
      }
      default -> // LOOK_WHETHER_CLAIMED
          go(s, p, (s[SLEEPERS] & bit) != 0 ? At.PARK : At.WAKE_UP);
    }
  }

  // ---- the state

  /** From outside: a place that was given and not taken, whether anything is there or not. */
  private boolean hasWork(byte[] s) {
    return own ? (s[THERE] >> s[TAKEN] & 1) != 0 : s[GIVEN] > s[TAKEN];
  }

  private static At at(byte[] s, int p) {
    return PLACES[get(s, p, PC)];
  }

  private static void go(byte[] s, int p, At at) {
    set(s, p, PC, at.ordinal());
  }

  /** Goes where a register says, and clears that: what is not needed makes no states. */
  private static void goTo(byte[] s, int p, int register) {
    set(s, p, PC, get(s, p, register));
    set(s, p, register, 0);
  }

  private static void forget(byte[] s, int p) {
    set(s, p, HELD, 0);
    set(s, p, MARKED, 0);
    set(s, p, AFTER_MARK, 0);
    set(s, p, BEFORE_RUN, 0);
  }

  private static int get(byte[] s, int p, int register) {
    return s[PROCESS + p * REGISTERS + register];
  }

  private static void set(byte[] s, int p, int register, int value) {
    s[PROCESS + p * REGISTERS + register] = (byte) value;
  }
}
