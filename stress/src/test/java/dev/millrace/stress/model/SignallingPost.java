package dev.millrace.stress.model;

/** The steps of a {@link SignallingModel} with which somebody wakes a task and claims a sleeper. */
@SuppressWarnings("EnumOrdinal") // a state is bytes
final class SignallingPost extends SignallingState {

  SignallingPost(Scenario scenario, Mutant mutant) {
    super(scenario, mutant);
  }

  void signal(byte[] s, int p) {
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

  void claimSleeper(byte[] s, int p) {
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

  void afterClaim(byte[] s, int p) {
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
  void nextWake(byte[] s, int p) {
    if (get(s, p, WAKE) == scenario.posters().get(p).size()) {
      go(s, p, At.DONE);
      return;
    }
    write(s, p, DATA_WRITE + wake(s, p));
    boolean early = mutant == Mutant.SLEEPERS_LOOKED_AT_FIRST;
    set(s, p, AFTER_CLAIM, early ? At.SIGNAL.ordinal() : 0);
    go(s, p, early ? At.CLAIM : At.SIGNAL);
  }
}
