package dev.millrace.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.millrace.task.Resumer;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A lane that parks against whoever closes: see the four steps at {@link Sluice}. */
final class SluiceStress {
  private static final PipeOp<String> ABOVE = PipeOp.of("above", (_, in) -> OpOutput.even(in));
  private static final PipeOp<String> LAST = PipeOp.of("last", (_, _) -> OpOutput.finished());

  private SluiceStress() {}

  /** One lane of one channel that waits in its first pipe. */
  public static class Parking {
    final Sluice sluice = new Sluice(List.of(List.of(ABOVE, LAST)), 1);
    final Flag flag = new Flag();

    void park(int freedBy) {
      sluice.park(0, 0, flag, freedBy);
    }

    void report(I_Result r) {
      r.r1 = flag.isResumed() ? 1 : 0;
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the lane is woken, whoever was first")
  @Outcome(expect = FORBIDDEN, desc = "neither sees the other: a lane that waits for ever")
  @State
  public static class ParkAgainstFinishedSink extends Parking {
    @Actor
    public void lane() {
      park(Sluice.FREED_BY_NO_PIPE);
    }

    @Actor
    public void closer() {
      sluice.sinkFinished();
    }

    @Arbiter
    public void after(I_Result r) {
      report(r);
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the lane is woken, whoever was first")
  @Outcome(expect = FORBIDDEN, desc = "neither sees the other: a lane that waits for ever")
  @State
  public static class ParkAgainstFinishedPipe extends Parking {
    @Actor
    public void lane() {
      park(1);
    }

    @Actor
    public void closer() {
      sluice.pipeFinished(0, 1);
    }

    @Arbiter
    public void after(I_Result r) {
      report(r);
    }
  }

  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "still needed: its operator resumes it")
  @Outcome(expect = FORBIDDEN, desc = "woken for a pipe above it")
  @State
  public static class ParkBelowFinishedPipe extends Parking {
    @Actor
    public void lane() {
      park(1);
    }

    @Actor
    public void closer() {
      sluice.pipeFinished(0, 0);
    }

    @Arbiter
    public void after(I_Result r) {
      report(r);
    }
  }

  /** Two lanes close different pipes: the lower cut holds, and frees what waits above it. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "cut above the lower one")
  @Outcome(expect = FORBIDDEN, desc = "the upper one took the cut back, or the lane waits for ever")
  @State
  public static class CutAgainstCut extends Parking {
    public CutAgainstCut() {
      park(1);
    }

    @Actor
    public void upper() {
      sluice.pipeFinished(0, 0);
    }

    @Actor
    public void lower() {
      sluice.pipeFinished(0, 1);
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = flag.isResumed() ? sluice.cut(0) : -1;
    }
  }

  static final class Flag implements Resumer {
    private volatile boolean resumed;

    @Override
    public void resume() {
      resumed = true;
    }

    @Override
    public boolean isResumed() {
      return resumed;
    }

    @Override
    public void onResume(Runnable callback) {
      throw new UnsupportedOperationException();
    }
  }
}
