package dev.millrace.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.TaskInstance;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A worker at its pair, and the watcher (SIGNALLING.md, section 6, "Pairs"). */
final class PairStress {

  private static final int ONE = 1;
  private static final int TWO = 2;

  /** Only to name whose tasks they are: it has no threads. */
  private static final ExecutorCore CORE =
      new ExecutorCore(ExecutorConfig.defaults().withWorkers(1));

  private static final Task TASK = Task.of("t", (_, _) -> TaskStatus.BLOCKED_ON_SIGNAL);

  private PairStress() {}

  /** Two owned tasks, of which the first has the turn. */
  private static final class Table {
    final SlotWord word = new SlotWord(0);
    final SummaryTree tree =
        new SummaryTree(BitTree.FAN, new SignalWaker[] {new SignalWaker(0, 1)});
    final TaskInstance two;
    final Pair pair = new Pair();

    /** What the worker has when it is through. */
    int workers;

    private volatile Thread thread;

    Table() {
      TaskInstance one = owned(0);
      two = owned(1);
      pair.begin(one, two);
    }

    private TaskInstance owned(int slot) {
      SoloTask task = new SoloTask(TASK, CORE);
      task.place(word, slot);
      word.occupy(slot, task);
      var _ = word.claim(1 << slot);
      return task;
    }

    void workerBegins() {
      thread = Thread.currentThread();
    }

    /** If the worker has begun: before that there is no thread to shake hands with. */
    void revoke() {
      Thread owner = thread;
      if (owner != null && owner != Thread.currentThread()) {
        pair.revoke(owner, tree);
      }
    }

    /** When both are through: what the worker has, and what anybody may take. */
    void report(II_Result r) {
      r.r1 = workers;
      r.r2 = takeAll();
    }

    /** What nobody owns, which is the caller's then. */
    private int takeAll() {
      int mine = word.takeSome(SlotWord.ALL, 0, SignalWord.SLOTS);
      for (int bit = ONE; bit <= TWO; bit <<= 1) {
        if ((mine & bit) == 0 && word.claim(bit) == SignalWord.Claimed.TAKEN) {
          mine |= bit;
        }
      }
      return mine;
    }
  }

  /** Who has which of them when the turn was passed on and the pair is over. */
  @JCStressTest
  @Outcome(
      id = {"3, 0", "2, 1", "1, 2"},
      expect = ACCEPTABLE,
      desc = "the worker has the one with the turn, and the other if the watcher has not")
  @Outcome(expect = FORBIDDEN, desc = "lost, or had by both")
  @State
  public static class RevokeAgainstPass {
    private final Table table = new Table();

    @Actor
    public void worker() {
      table.workerBegins();
      table.workers =
          switch (table.pair.pass()) {
            case ON -> table.pair.end() ? ONE | TWO : TWO;
            case ALONE -> TWO;
            case LOST -> ONE;
          };
    }

    @Actor
    public void watcher() {
      table.revoke();
    }

    @Arbiter
    public void after(II_Result r) {
      table.report(r);
    }
  }

  /** Who has the one that rests when the pair ends without a turn for it. */
  @JCStressTest
  @Outcome(
      id = {"3, 0", "1, 2"},
      expect = ACCEPTABLE,
      desc = "the worker has the one with the turn, and the other if the watcher has not")
  @Outcome(expect = FORBIDDEN, desc = "lost, or had by both")
  @State
  public static class RevokeAgainstEnd {
    private final Table table = new Table();

    @Actor
    public void worker() {
      table.workerBegins();
      table.workers = table.pair.end() ? ONE | TWO : ONE;
    }

    @Actor
    public void watcher() {
      table.revoke();
    }

    @Arbiter
    public void after(II_Result r) {
      table.report(r);
    }
  }

  /** A wake of the one that rests, while that one is taken away: it writes, and then reads. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "whoever has it knows that it was woken")
  @Outcome(id = "false", expect = FORBIDDEN, desc = "a wake that nobody knows of")
  @State
  public static class WakeAgainstRevoke {
    private final Table table = new Table();

    @Actor
    public void worker() {
      table.workerBegins();
      if (!table.pair.wakes(table.two)) {
        var _ = table.word.signal(TWO);
      }
    }

    @Actor
    public void watcher() {
      table.revoke();
    }

    @Arbiter
    public void after(Z_Result r) {
      boolean known = table.pair.isWoken();
      boolean kept = table.pair.end();
      r.r1 = (kept && known) || table.word.isSignalled(TWO);
    }
  }
}
