package dev.millrace.stress.model;

/** The steps of a {@link SignallingModel} with which a worker looks for tasks, and clears bits. */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class SignallingSearch extends SignallingState {

  SignallingSearch(Scenario scenario, Mutant mutant) {
    super(scenario, mutant);
  }

  void search(byte[] s, int p) {
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

  void cleanUp(byte[] s, int p) {
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
}
