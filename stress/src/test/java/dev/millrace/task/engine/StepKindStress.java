package dev.millrace.task.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Workers that run steps of one class, which become many enough for a loop of their own. */
final class StepKindStress {

  private StepKindStress() {}

  private static int ownLoops(StepKind kind) {
    return kind.loop().getClass().isHidden() ? 1 : 0;
  }

  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "whoever made them many has made the loop")
  @Outcome(expect = FORBIDDEN, desc = "steps were not counted, or two have made a loop")
  @State
  public static class TwoMakeThemMany {
    private final AtomicInteger loops = new AtomicInteger();
    private final StepKind kind = new StepKind("t", loops);

    @Actor
    public void first() {
      kind.spent(StepKind.OFTEN - 1);
    }

    @Actor
    public void second() {
      kind.spent(StepKind.OFTEN - 1);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = loops.get();
      r.r2 = ownLoops(kind);
    }
  }

  /** One loop is left to be made. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "one of the two classes has it")
  @Outcome(expect = FORBIDDEN, desc = "nobody has it, or there are more loops than may be")
  @State
  public static class LastLoop {
    private final AtomicInteger loops = new AtomicInteger(StepKind.MOST_LOOPS - 1);
    private final StepKind one = new StepKind("one", loops);
    private final StepKind two = new StepKind("two", loops);

    @Actor
    public void first() {
      one.spent(StepKind.OFTEN);
    }

    @Actor
    public void second() {
      two.spent(StepKind.OFTEN);
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = ownLoops(one) + ownLoops(two);
    }
  }

  @JCStressTest
  @Outcome(
      id = {"3, 0", "3, 1"},
      expect = ACCEPTABLE,
      desc = "the steps are run, by the one loop or the other")
  @Outcome(expect = FORBIDDEN, desc = "a loop that cannot be used yet")
  @State
  public static class LoopWhileItIsMade {
    private static final int STEPS = 3;

    private final StepKind kind = new StepKind("t", new AtomicInteger());
    private int steps;
    private final SoloTask task =
        new SoloTask(
            Task.of(
                "t",
                (_, _) -> {
                  steps++;
                  return TaskStatus.CONTINUE;
                }),
            new NoHost());

    @Actor
    public void making() {
      kind.spent(StepKind.OFTEN);
    }

    @Actor
    public void running(II_Result r) {
      StepLoop loop = kind.loop();
      Disposition answer = loop.run(kind, task, STEPS, Long.MAX_VALUE, _ -> {});
      r.r1 = answer == Disposition.AGAIN ? steps : -1;
      r.r2 = loop.getClass().isHidden() ? 1 : 0;
    }
  }
}
