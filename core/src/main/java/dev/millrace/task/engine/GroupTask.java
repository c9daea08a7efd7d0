package dev.millrace.task.engine;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Lane;
import dev.millrace.task.Outcome;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskCounters;
import dev.millrace.task.TaskStatus;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One instance of a scheduled group. Counters are written by the owner and read by anybody. */
public final class GroupTask extends TaskInstance {

  private final GroupRun run;
  private final int id;
  private long steps;
  private int blocks;
  private int yields;

  /** Between a yield and the end of the step after it. Owner only. */
  private boolean yielding;

  /** The status that its first step, run elsewhere, has answered, or what it threw. Owner only. */
  private @Nullable Object unsettled;

  private final @Nullable Times times;

  /** The clock readings of an instance whose group is timed. */
  private static final class Times {
    static final long NO_SLICE = -1;

    final long began;
    long ended;

    /** Written last: who sees it sees when. */
    volatile boolean over;

    long ran;
    long cpu;
    long cpuAtSlice = NO_SLICE;
    long blockedSince;
    BlockReason reason = BlockReason.OTHER;
    final Map<BlockReason, Long> blocked = new ConcurrentHashMap<>();

    Times(long began) {
      this.began = began;
    }
  }

  GroupTask(GroupRun run, int id) {
    super(run.group().task(), run.host(), run.isWatched());
    this.run = run;
    this.id = id;
    this.times = run.isTimed() ? new Times(run.nanoTime()) : null;
  }

  @Override
  public void cancel(@Nullable Throwable cause) {
    run.cancel(cause);
  }

  TaskCounters counters() {
    Times t = times;
    if (t == null) {
      return new TaskCounters(steps, blocks, yields, 0, 0, 0, Map.of());
    }
    long until = t.over ? t.ended : run.nanoTime();
    return new TaskCounters(steps, blocks, yields, t.cpu, t.ran, until - t.began, t.blocked);
  }

  /** The next run begins with this answer of a first step, or with what that step threw. */
  void settleLater(Object statusOrThrowable) {
    unsettled = statusOrThrowable;
    settleLater();
  }

  @Override
  Object takeUnsettled() {
    Object answer = Objects.requireNonNull(unsettled);
    unsettled = null;
    return answer;
  }

  @Override
  Disposition runWatched(boolean low, StepBudget budget, Ledger ledger) {
    beginSlice();
    Disposition next = runWatchedSteps(low, budget, ledger);
    if (!next.isEnd()) {
      endSlice();
    }
    return next;
  }

  private Disposition runWatchedSteps(boolean low, StepBudget budget, Ledger ledger) {
    Lane lane = lane(low);
    long stop = run.nanoTime() + budget.nanos();
    for (int left = low ? 1 : budget.steps(); left > 0; left--) {
      TaskStatus status;
      try {
        status = watchedStep(lane);
      } catch (Throwable e) { // foreign code: whatever it throws is its outcome
        return end(new Outcome.Failed(e), ledger);
      }
      Disposition next = settle(status, ledger);
      if (next != null) {
        return next;
      }
      if (isCancelled()) {
        return giveUp(ledger);
      }
      if (run.nanoTime() - stop >= 0) {
        break;
      }
    }
    return Disposition.AGAIN;
  }

  private Lane lane(boolean low) {
    if (isIo()) {
      return Lane.IO;
    }
    return low ? Lane.YIELD : Lane.NORMAL;
  }

  private TaskStatus watchedStep(Lane lane) throws Exception {
    run.observe(o -> o.taskBegin(run, task, id, lane));
    Times t = times;
    long began = t == null ? 0 : run.nanoTime();
    TaskStatus status = null;
    Throwable error = null;
    try {
      status = task.step().run(run, id);
      if (status == null) {
        throw answeredNull(task, id);
      }
      return status;
    } catch (Throwable e) { // only to tell the observer; the engine decides
      error = e;
      throw e;
    } finally {
      steps++;
      if (t != null) {
        t.ran += run.nanoTime() - began;
      }
      tellEnd(status, error);
    }
  }

  private void tellEnd(@Nullable TaskStatus status, @Nullable Throwable error) {
    run.observe(o -> o.taskEnd(run, task, id, status, error));
    backFromYield();
  }

  private void backFromYield() {
    if (yielding) {
      yielding = false;
      run.observe(o -> o.taskYieldBack(run, task, id));
    }
  }

  private void beginSlice() {
    Times t = times;
    if (t != null) {
      t.cpuAtSlice = run.cpuNanos();
    }
  }

  /** Also when it has ended, before its group knows. */
  private void endSlice() {
    Times t = times;
    if (t != null && t.cpuAtSlice != Times.NO_SLICE) {
      t.cpu += run.cpuNanos() - t.cpuAtSlice;
      t.cpuAtSlice = Times.NO_SLICE;
    }
  }

  @Override
  void onSteps(int more) {
    steps += more;
  }

  @Override
  void onBlocked(TaskStatus.Blocked status) {
    blocks++;
    Times t = times;
    if (t != null) {
      t.reason = status.reason();
      t.blockedSince = run.nanoTime();
    }
    if (isWatched()) {
      run.observe(o -> o.taskBlocked(run, task, id, status));
    }
  }

  @Override
  void onResumed() {
    Times t = times;
    if (t != null) {
      t.blocked.merge(t.reason, run.nanoTime() - t.blockedSince, Long::sum);
    }
    if (isWatched()) {
      run.observe(o -> o.taskResumed(run, task, id));
    }
  }

  @Override
  void onYield() {
    yields++;
    if (isWatched()) {
      yielding = true;
      run.observe(o -> o.taskYield(run, task, id));
    }
  }

  @Override
  void ended(Outcome outcome) {
    Times t = times;
    if (t != null) {
      t.ended = run.nanoTime();
      t.over = true;
    }
    endSlice(); // of one that was cancelled before it ran there is none
    backFromYield();
    run.instanceEnded(id, outcome);
  }

  @Override
  TaskContext context() {
    return run;
  }

  @Override
  int id() {
    return id;
  }

  @Override
  boolean isCancelled() {
    return run.isCancelled();
  }

  @Override
  @Nullable Throwable cancelCause() {
    return run.cause();
  }
}
