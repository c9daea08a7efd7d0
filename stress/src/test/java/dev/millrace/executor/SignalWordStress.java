package dev.millrace.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * What a signal word promises about memory, and about ownership (SIGNALLING.md, sections 2 to 5).
 */
final class SignalWordStress {

  private SignalWordStress() {}

  /**
   * Post, step 2, against a take: a second wake of a takeable task changes no bit, and still its
   * data is seen by the run (section 5, "Why a look is not enough").
   */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the last run saw the waker's data")
  @Outcome(expect = FORBIDDEN, desc = "woken, and no run saw why")
  @State
  public static class WakeIsSeen {
    private final SignalWord word = new SignalWord();
    private int data;
    private int seen;

    public WakeIsSeen() {
      var _ = word.signal(1);
    }

    @Actor
    public void waker() {
      data = 1;
      var _ = word.signal(1);
    }

    @Actor
    public void worker() {
      run();
    }

    @Arbiter
    public void after(I_Result r) {
      run();
      r.r1 = seen;
    }

    private void run() {
      if (word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS) != 0) {
        seen = data;
        var _ = word.release(1);
      }
    }
  }

  /** Two that take (section 2). */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "one of the two has it")
  @Outcome(expect = FORBIDDEN, desc = "both or none")
  @State
  public static class OneOwner {
    private final SignalWord word = new SignalWord();

    public OneOwner() {
      var _ = word.signal(1);
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS);
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = word.takeSome(SlotWord.ALL, 0, 1);
    }
  }

  /** Post, step 2, against a release (section 5, "Owned"). */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "woken while owned, takeable once let go")
  @Outcome(expect = FORBIDDEN, desc = "the signal was lost")
  @State
  public static class NotedIsTakeable {
    private final SignalWord word = new SignalWord();

    public NotedIsTakeable() {
      var _ = word.claim(1);
    }

    @Actor
    public void owner() {
      var _ = word.release(1);
    }

    @Actor
    public void waker() {
      var _ = word.signal(1);
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = word.takeable();
    }
  }
}
