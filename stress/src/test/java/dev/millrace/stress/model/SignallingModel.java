package dev.millrace.stress.model;

import dev.millrace.stress.model.Scenario.Inside;
import java.util.Optional;

/**
 * Post and sleep, one atomic access of shared memory a step. Two posters, two workers, two tasks.
 * What their memory is like is told at {@link SignallingState}.
 *
 * <p>Left out, because it only reads and then searches again: Sleep, steps 2 and 3, and the pass
 * over the own partition.
 */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class SignallingModel extends SignallingState implements Model {

  private final SignallingPost post;
  private final SignallingSearch search;

  SignallingModel(Scenario scenario, Mutant mutant) {
    super(scenario, mutant);
    this.post = new SignallingPost(scenario, mutant);
    this.search = new SignallingSearch(scenario, mutant);
  }

  @Override
  public byte[] initial() {
    byte[] s = new byte[PROCESS + PROCESSES * REGISTERS];
    for (int p = 0; p < PROCESSES; p++) {
      if (p < POSTERS) {
        post.nextWake(s, p);
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
      case SIGNAL -> post.signal(s, p);
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
      case CLAIM -> post.claimSleeper(s, p);
      case UNPARK -> {
        empty(s, p);
        s[TOKENS] |= (byte) (1 << get(s, p, CLAIMED));
        set(s, p, CLAIMED, 0);
        post.afterClaim(s, p);
      }
      case DONE -> {
        return false;
      }
      case SEARCH_ROOTS, SEARCH_LEAF, LOOK_AT_WORD, UNMARK_LEAF -> search.search(s, p);
      case UNMARK_ROOT, LOOK_AT_LEAF_AGAIN, REMARK_ROOT, LOOK_AT_WORD_AGAIN -> search.cleanUp(s, p);
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
      post.afterClaim(s, p);
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
}
