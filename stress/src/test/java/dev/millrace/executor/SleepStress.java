package dev.millrace.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Post against sleep, clean-up against marking, submitters against each other (SIGNALLING.md,
 * sections 3 to 5, 7 and 8).
 */
final class SleepStress {

  private SleepStress() {}

  /** Post, steps 4 and 5, against Sleep, steps 4 and 5. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the poster claims the sleeper")
  @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "the sleeper sees the mark")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "both")
  @Outcome(id = "-1, 1", expect = FORBIDDEN, desc = "neither sees the other: a lost wake-up")
  @State
  public static class PostAgainstSleep {
    private final BitTree tree = new BitTree(BitTree.FAN);
    private final IdleWorkers idle = new IdleWorkers();

    public PostAgainstSleep() {
      idle.beginSearch();
    }

    @Actor
    public void poster(II_Result r) {
      tree.mark(0);
      r.r1 = idle.claim(0);
    }

    @Actor
    public void sleeper(II_Result r) {
      idle.sleep(0);
      r.r2 = tree.isEmpty() ? 1 : 0;
    }
  }

  /** Who adds a timer against Sleep, steps 4 and 7 (section 8): see {@link Timekeeper}. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the timer's thread sees to it")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the sleeper is up in time")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "each leaves it to the other")
  @State
  public static class TimerAgainstSleep {
    private final IdleWorkers idle = new IdleWorkers();
    private final Turner turner = new Turner();
    private volatile long next = TimerWheel.NEVER;

    public TimerAgainstSleep() {
      idle.beginSearch();
    }

    @Actor
    public void adder(II_Result r) {
      next = 1;
      r.r1 = idle.areAllSleeping(1) && !turner.isUpBy(1) ? 1 : 0;
    }

    @Actor
    public void sleeper(II_Result r) {
      idle.sleep(0);
      long due = next;
      r.r2 = due != TimerWheel.NEVER && turner.take(0, due) ? 1 : 0;
    }
  }

  /**
   * Of two sleepers, the one who is up earlier counts, whoever comes first: section 8, and Sleep,
   * step 7.
   */
  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, 1"},
      expect = ACCEPTABLE,
      desc = "the earlier one parks until its tick")
  @Outcome(expect = FORBIDDEN, desc = "nobody is up in time")
  @State
  public static class TwoTurners {
    private final Turner turner = new Turner();

    @Actor
    public void late(II_Result r) {
      r.r1 = turner.take(0, 2) ? 1 : 0;
    }

    @Actor
    public void early(II_Result r) {
      r.r2 = turner.take(1, 1) ? 1 : 0;
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = turner.isUpBy(1) ? r.r2 : -1;
    }
  }

  /** Post, step 5, against Sleep, step 6. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "-1, 1"},
      expect = ACCEPTABLE,
      desc = "claimed, or up by itself")
  @Outcome(expect = FORBIDDEN, desc = "both or neither")
  @State
  public static class ClaimAgainstWakeUp {
    private final IdleWorkers idle = new IdleWorkers();

    public ClaimAgainstWakeUp() {
      idle.beginSearch();
      idle.sleep(0);
    }

    @Actor
    public void poster(II_Result r) {
      r.r1 = idle.claim(0);
    }

    @Actor
    public void sleeper(II_Result r) {
      r.r2 = idle.wakeUp(0) ? 1 : 0;
    }
  }

  /** Post, steps 3 and 4, against a search that clears (section 5, "Summary bits"). */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the root shows the leaf")
  @Outcome(expect = FORBIDDEN, desc = "a mark that the root does not show")
  @State
  public static class MarkAgainstUnmark {
    private final BitTree tree = new BitTree(BitTree.FAN);

    public MarkAgainstUnmark() {
      tree.mark(0);
    }

    @Actor
    public void poster() {
      tree.mark(1);
    }

    @Actor
    public void searcher() {
      tree.unmark(0);
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = (int) tree.root(0);
    }
  }

  /** Two submitters at the free slots of one word (section 7, "Slots"). */
  @JCStressTest
  @Outcome(
      id = {"3, 0", "0, 3", "1, 2", "2, 1"},
      expect = ACCEPTABLE,
      desc = "every slot is given once")
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "the other slot came later")
  @Outcome(expect = FORBIDDEN, desc = "a slot was given twice, or from nowhere")
  @State
  public static class FreeSlots {
    private final SlotWord word = new SlotWord(0);

    public FreeSlots() {
      var _ = word.addFree(1);
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = word.takeFree();
    }

    @Actor
    public void second(II_Result r) {
      var _ = word.addFree(2);
      r.r2 = word.takeFree();
    }
  }

  /** Two submitters at one desk, which a close visits, too (section 8). */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both were counted")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "one found the desk busy")
  @Outcome(expect = FORBIDDEN, desc = "two at one desk")
  @State
  public static class Desk {
    private final SlotDesk desk =
        SlotDesk.desks(
            1,
            new ExecutorCore(ExecutorConfig.defaults().withWorkers(1).withCapacity(2048)).arena(),
            1)[0];
    private int entered;

    @Actor
    public void first() {
      enter();
    }

    @Actor
    public void second() {
      enter();
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = entered == desk.submitted() ? entered : -1;
    }

    private void enter() {
      if (desk.tryLock()) {
        entered++;
        desk.count(1);
        desk.unlock();
      }
    }
  }

  /** One gives back, one takes: what is free at the end is found (section 7, "Slots"). */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "every free slot is found")
  @Outcome(id = "false", expect = FORBIDDEN, desc = "a free slot in a word that nobody finds")
  @State
  public static class ArenaLosesNothing {
    private final SlotArena arena =
        new ExecutorCore(ExecutorConfig.defaults().withWorkers(1).withCapacity(2048)).arena();
    private final SlotWord word;

    public ArenaLosesNothing() {
      word = Objects.requireNonNull(arena.obtain(0, 0));
      var _ = word.takeFree();
      arena.giveBack(word, 1);
    }

    @Actor
    public void taker() {
      SlotWord found = arena.obtain(0, 0);
      if (found == word) {
        var _ = word.takeFree();
      }
    }

    @Actor
    public void giver() {
      arena.giveBack(word, 2);
    }

    @Arbiter
    public void after(Z_Result r) {
      r.r1 = word.free() == 0 || arena.obtain(0, 0) == word;
    }
  }
}
