package dev.millrace.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.StepBudget;
import dev.millrace.task.engine.TaskInstance;
import dev.millrace.task.engine.YieldQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker at those that have yielded, and the watcher (SIGNALLING.md, section 6, what has
 * yielded). Tasks are bits: who has them.
 */
final class YieldQueueStress {

  private static final int ONE = 1;
  private static final int TWO = 2;
  private static final StepBudget BUDGET = new StepBudget(1, 1_000_000_000);

  /** Only to name whose tasks they are: it has no threads. */
  private static final ExecutorCore CORE =
      new ExecutorCore(ExecutorConfig.defaults().withWorkers(1));

  private YieldQueueStress() {}

  /** A queue of two, each of which yields for ever. */
  private static final class Table implements YieldQueue.Owner {
    final YieldQueue queue = new YieldQueue();

    /** What the watcher has taken. Written by it alone. */
    volatile int taken;

    /** Whether one of them was taken before the end of its turn. Written by the worker alone. */
    boolean torn;

    private volatile Thread thread;

    Table() {
      add(ONE);
      add(TWO);
    }

    private void add(int bit) {
      Task task =
          Task.of(
              "t",
              (_, _) -> {
                Thread.onSpinWait();
                torn |= (taken & bit) != 0;
                return TaskStatus.YIELD;
              });
      SoloTask instance = new SoloTask(task, CORE);
      instance.place(new SlotWord(0), bit);
      var _ = instance.run(BUDGET, _ -> {});
      queue.add(instance);
    }

    void workerBegins() {
      thread = Thread.currentThread();
    }

    /** If the worker has begun: before that there is no thread to shake hands with. */
    void revoke() {
      Thread owner = thread;
      if (owner != null && owner != Thread.currentThread()) {
        queue.revoke(() -> Handshake.with(owner), task -> taken = taken | task.slot());
      }
    }

    /** When both are through: what is left. */
    int rest() {
      int rest = 0;
      for (TaskInstance task = queue.poll(); task != null; task = queue.poll()) {
        rest |= task.slot();
      }
      return rest;
    }

    @Override
    public boolean goesOn() {
      return true;
    }

    @Override
    public void left(TaskInstance task, Disposition answer) {
      throw new AssertionError(answer);
    }
  }

  /** Who has which of them when the worker has polled one. */
  @JCStressTest
  @Outcome(
      id = {"3, 0", "1, 2", "0, 3"},
      expect = ACCEPTABLE,
      desc = "what the worker polls or finds, or else the watcher, has it")
  @Outcome(expect = FORBIDDEN, desc = "lost, or had by both")
  @State
  public static class RevokeAgainstPoll {
    private final Table table = new Table();
    private int polled;

    @Actor
    public void worker() {
      table.workerBegins();
      TaskInstance task = table.queue.poll();
      polled = task == null ? 0 : task.slot();
    }

    @Actor
    public void watcher() {
      table.revoke();
    }

    @Arbiter
    public void after(II_Result r) {
      int rest = table.rest();
      r.r1 = (polled & rest) == 0 ? polled | rest : -1;
      r.r2 = table.taken;
    }
  }

  /** Who has which of them after some turns. */
  @JCStressTest
  @Outcome(
      id = {"3, 0", "1, 2", "2, 1", "0, 3"},
      expect = ACCEPTABLE,
      desc = "one or none stays with the worker")
  @Outcome(expect = FORBIDDEN, desc = "lost, or taken in its turn")
  @State
  public static class RevokeAgainstTurns {
    private final Table table = new Table();

    @Actor
    public void worker() {
      table.workerBegins();
      var _ = table.queue.giveTurns(5, 3, BUDGET, _ -> {}, table);
    }

    @Actor
    public void watcher() {
      table.revoke();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = table.torn ? -1 : table.rest();
      r.r2 = table.taken;
    }
  }
}
