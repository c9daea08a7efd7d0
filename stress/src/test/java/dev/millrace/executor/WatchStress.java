package dev.millrace.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.TaskInstance;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * What a worker keeps, who watches over it, and who is called (SIGNALLING.md, section 6: "What is
 * kept is not lost", "Somebody watches").
 */
final class WatchStress {

  private static final int BIT = 1;

  /** Only for its worker, which counts as quick: it has no threads. */
  private static final ExecutorCore CORE =
      new ExecutorCore(ExecutorConfig.defaults().withWorkers(1).withCapacity(2048));

  private static final Task TASK = Task.of("t", (_, _) -> TaskStatus.BLOCKED_ON_SIGNAL);

  static {
    Pace pace = CORE.workers().getFirst().pace();
    pace.begin(0);
    for (int i = 0; i < Pace.TRUST; i++) {
      boolean _ = pace.ran(1);
      pace.read(i);
    }
  }

  private WatchStress() {}

  /**
   * A task is kept, and kept again, and claimed, while the watcher takes it away and runs it: "What
   * is kept is not lost".
   */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the worker has it")
  @Outcome(
      id = "2, 1",
      expect = ACCEPTABLE,
      desc = "the other one has it, and has seen all or will run it again")
  @Outcome(expect = FORBIDDEN, desc = "lost, had by both, or not all of it seen")
  @State
  public static class KeepAgainstGiveBack {
    private final Kept kept = new Kept(CORE.workers().getFirst(), new Pair());
    private final SlotWord word = new SlotWord(0);
    private final TaskInstance task = new SoloTask(TASK, CORE);
    private int data;
    private int workers;
    private int others;

    public KeepAgainstGiveBack() {
      task.place(word, 0);
      word.occupy(0, task);
    }

    @Actor
    public void worker() {
      data = 1;
      kept.wake(task);
      data = 2;
      kept.wake(task);
      workers = kept.take() == task ? data : 0;
    }

    @Actor
    public void watcher() {
      kept.giveBack();
      others = word.takeSome(BIT, 0, 1) == BIT ? 1 + data : 0; // also if it sees nothing new
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = (workers > 0 ? 1 : 0) + (others > 0 ? 2 : 0);
      r.r2 = workers == 2 || others == 3 || word.isSignalled(BIT) ? 1 : 0;
    }
  }

  private static SummaryTree treeOf(int workers) {
    SignalWaker[] wakers = new SignalWaker[workers];
    Arrays.setAll(wakers, i -> new SignalWaker(i, workers));
    SummaryTree tree = new SummaryTree(BitTree.FAN, wakers);
    for (int i = 0; i < workers; i++) {
      tree.idle().beginSearch();
    }
    return tree;
  }

  /** By a worker that is awake: it would have the watch if nobody had. */
  private static int isTaken(SummaryTree tree, int awake) {
    return tree.watches(awake) ? 0 : 1;
  }

  /**
   * The watcher has seen all asleep; meanwhile one of them is up and keeps something: "gives the
   * watch up if all sleep, and looks again".
   */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "1, 1"},
      expect = ACCEPTABLE,
      desc = "it goes on watching, or was appointed")
  @Outcome(expect = FORBIDDEN, desc = "nobody watches, and nobody will")
  @State
  public static class GiveUpAgainstEnsureWatched {
    private final SummaryTree tree = treeOf(2);
    private final IdleWorkers idle = tree.idle();

    public GiveUpAgainstEnsureWatched() {
      boolean _ = tree.watches(1);
      idle.sleep(0);
      idle.sleep(1);
    }

    @Actor
    public void keeper() {
      boolean _ = idle.wakeUp(0);
      tree.ensureWatched();
    }

    @Actor
    public void watcher(II_Result r) {
      r.r1 = tree.watches(1) ? 1 : 0;
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = isTaken(tree, 0);
    }
  }

  /**
   * The watcher gets up while another one does, who then relies on it; a third one sleeps: "first
   * it gives the watch up, then it looks who is awake".
   */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the third one watches")
  @Outcome(expect = FORBIDDEN, desc = "nobody does who sleeps")
  @State
  public static class GetUpAgainstEnsureWatched {
    private final SummaryTree tree = treeOf(3);
    private final IdleWorkers idle = tree.idle();

    public GetUpAgainstEnsureWatched() {
      boolean _ = tree.watches(1);
      idle.sleep(0);
      idle.sleep(1);
      idle.sleep(2);
    }

    @Actor
    public void keeper() {
      boolean _ = idle.wakeUp(0);
      tree.ensureWatched();
    }

    @Actor
    public void watcher() {
      boolean _ = idle.wakeUp(1);
      tree.stopWatching(1);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = isTaken(tree, 0);
      r.r2 = tree.watches(2) ? 1 : 0;
    }
  }

  /** Whoever is being appointed gets up; another one sleeps: "may get up in that moment". */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the other one watches")
  @Outcome(expect = FORBIDDEN, desc = "nobody does who sleeps")
  @State
  public static class GetUpAgainstAppoint {
    private final SummaryTree tree = treeOf(3);
    private final IdleWorkers idle = tree.idle();

    public GetUpAgainstAppoint() {
      idle.sleep(1);
      idle.sleep(2);
    }

    @Actor
    public void keeper() {
      tree.ensureWatched();
    }

    @Actor
    public void appointed() {
      boolean _ = idle.wakeUp(1);
      tree.stopWatching(1);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = isTaken(tree, 0);
      r.r2 = tree.watches(2) ? 1 : 0;
    }
  }

  /** Post, steps 4 and 5, against Sleep, steps 4 to 7, with a thread that parks. */
  @JCStressTest
  @Outcome(id = "7", expect = ACCEPTABLE, desc = "called there")
  @Outcome(id = "-1", expect = ACCEPTABLE, desc = "up by itself, or before it was told where")
  @Outcome(expect = FORBIDDEN, desc = "called to where there is nothing")
  @State
  public static class CallAgainstPark {
    private final BitTree tree = new BitTree(BitTree.FAN);
    private final IdleWorkers idle = new IdleWorkers();
    private final SignalWaker waker = new SignalWaker(0, 1);

    public CallAgainstPark() {
      idle.beginSearch();
    }

    @Actor
    public void poster() {
      tree.mark(7);
      if (idle.claim(0) == 0) {
        waker.call(7);
      }
    }

    @Actor
    public void sleeper(I_Result r) {
      waker.attach(Thread.currentThread());
      idle.sleep(0);
      while (tree.isEmpty() && idle.isSleeping(0)) {
        waker.park();
      }
      boolean _ = idle.wakeUp(0);
      r.r1 = waker.takeCalledTo();
    }
  }
}
