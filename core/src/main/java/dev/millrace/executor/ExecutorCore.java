package dev.millrace.executor;

import dev.millrace.task.Outcome;
import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.Durations;
import dev.millrace.task.engine.Host;
import dev.millrace.task.engine.StepBudget;
import dev.millrace.task.engine.TaskInstance;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the parts of one executor share: its configuration, its slots, its tree, its workers, and
 * how far its life has gone.
 *
 * <pre>
 *   OPEN ──close──► CLOSING ──► DRAINING ──time is up, or shutdownNow──► CANCELLING ──► STOPPED
 *               every desk visited  └───────────── all tasks have ended ───────────────────▲
 * </pre>
 *
 * Thread-safe.
 */
final class ExecutorCore implements Host {

  /** In the order in which they are entered. */
  enum Life {
    OPEN,
    /** Nothing more from outside, but somebody may still be at a desk. */
    CLOSING,
    DRAINING,
    CANCELLING,
    STOPPED
  }

  /** Whose task a thread beside the workers runs; it runs one and ends. */
  private static final ThreadLocal<ExecutorCore> BESIDE = new ThreadLocal<>();

  private final ExecutorConfig config;
  private final StepBudget budget;
  private final long spinNanos;
  private final SummaryTree tree;
  private final SlotArena arena;
  private final Worker[] workers;
  private final WorkerThread[] threads;
  private final RunLanes lanes;
  private final SlotDesk[] desks;
  private final Timekeeper timekeeper;
  private final OutsideLedger outside = new OutsideLedger();
  private final Queue<Runnable> neverRun = new ConcurrentLinkedQueue<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** Threads that run a task beside the workers until it parks or ends. */
  private final Set<Thread> beside = ConcurrentHashMap.newKeySet();

  /** Only moves on; under this object's monitor. */
  private volatile Life life = Life.OPEN;

  /** Whether {@link #life} has reached CANCELLING: looked at before every slice. */
  private volatile boolean cancelling;

  /** Whether it has reached STOPPED. */
  private volatile boolean over;

  ExecutorCore(ExecutorConfig config) {
    this.config = config;
    this.budget = new StepBudget(config.stepBudget(), Durations.nanos(config.sliceBudget()));
    this.spinNanos = Durations.nanos(config.spin());
    int count = config.workers();
    int words = Math.ceilDiv(config.capacity(), SignalWord.SLOTS);
    SignalWaker[] wakers = new SignalWaker[count];
    Arrays.setAll(wakers, i -> new SignalWaker(i, count));
    this.arena = new SlotArena(this, count, words);
    this.tree = new SummaryTree(arena.positions(), wakers);
    this.lanes = new RunLanes(count, config.capacity(), tree.active());
    this.desks = SlotDesk.desks(Math.max(4, Integer.highestOneBit(count) * 4), arena, count);
    this.timekeeper =
        new Timekeeper(
            config.name() + "-timer",
            this::wakeFromOutside,
            () -> !tree.idle().areAllSleeping(count));
    this.workers = new Worker[count];
    this.threads = new WorkerThread[count];
    for (int i = 0; i < count; i++) {
      workers[i] = new Worker(this, i, wakers[i]);
      threads[i] = new WorkerThread(workers[i], config.name() + "-worker-" + i);
      wakers[i].attach(threads[i]);
    }
  }

  void start() {
    for (WorkerThread thread : threads) {
      thread.start();
    }
  }

  ExecutorConfig config() {
    return config;
  }

  StepBudget budget() {
    return budget;
  }

  long spinNanos() {
    return spinNanos;
  }

  SummaryTree tree() {
    return tree;
  }

  SlotArena arena() {
    return arena;
  }

  List<Worker> workers() {
    return Arrays.asList(workers);
  }

  RunLanes lanes() {
    return lanes;
  }

  SlotDesk[] desks() {
    return desks;
  }

  OutsideLedger outside() {
    return outside;
  }

  Timekeeper timekeeper() {
    return timekeeper;
  }

  Life life() {
    return life;
  }

  boolean isStopped() {
    return over;
  }

  boolean isCancelling() {
    return cancelling;
  }

  // ---- running

  @Override
  public void wake(TaskInstance task) {
    if (Thread.currentThread() instanceof OwnThread thread) {
      if (!(thread instanceof WorkerThread worker && worker.pair.wakes(task))) {
        wakeFromWithin(task);
      }
    } else {
      wakeFromOutside(task);
    }
  }

  /** The thread may be that of another executor. */
  private void wakeFromWithin(TaskInstance task) {
    if (!task.isPlaced()) {
      return;
    }
    Worker worker = Worker.current(this);
    if (worker != null) {
      worker.kept().wake(task);
    } else if (!timekeeper.wakesLater(task)) {
      wakeFromOutside(task);
    }
  }

  /**
   * Has a worker wake it (SIGNALLING.md, section 7, "Wakes from outside"). Each instruction counts
   * here: of very many tasks none is in this core's cache, and the fewer there are, the more wakes'
   * cache misses the processor has under way at once.
   */
  private void wakeFromOutside(TaskInstance task) {
    if (task.summon()) {
      summon(task);
    }
  }

  /** Carries out a wake that was noted; another one may come from now on. */
  void answerSummons(TaskInstance task) {
    task.answerSummons();
    if (task.isPlaced()) {
      SlotWord word = SlotRunner.wordOf(task);
      tree.post(word.signal(1 << task.slot()), word.index);
    }
  }

  /** The same but for step 5, which is left to the caller. Cannot fail. */
  void answerSilently(TaskInstance task) {
    task.answerSummons();
    if (task.isPlaced()) {
      SlotWord word = SlotRunner.wordOf(task);
      tree.mark(word.signal(1 << task.slot()), word.index);
    }
  }

  private void summon(TaskInstance task) {
    RunLane lane = null;
    try {
      lane = lanes.offerWake(task);
    } finally { // also if there was no memory for it: a wake that is noted must not get stuck
      if (lane == null) {
        answerSummons(task);
      }
    }
    if (lane != null) {
      tree.post(lane);
    }
  }

  void runOnce(Runnable runnable, Tally tally) {
    if (isCancelling()) {
      neverRun.add(runnable);
      tally.ended(Disposition.CANCELLED);
      tally.settled(1);
      return;
    }
    try {
      runnable.run();
      tally.ran();
    } catch (Throwable e) { // foreign code: what it throws goes to the thread's handler
      tally.ended(Disposition.FAILED);
      Thread thread = Thread.currentThread();
      try {
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      } finally {
        tally.settled(1);
      }
    }
    WorkerThread.forgetInterrupt();
  }

  /** Runs a task that may block on a thread of its own, which owns it meanwhile. */
  void runBeside(TaskInstance task, SlotWord word) {
    Thread.ofVirtual()
        .name(config.name() + "-io-" + task.task().name())
        .start(() -> runBesideUntilItLeaves(task, word));
  }

  private void runBesideUntilItLeaves(TaskInstance task, SlotWord word) {
    BESIDE.set(this);
    beside.add(Thread.currentThread());
    Disposition next;
    try {
      do {
        cancelIfShutDown(task); // behind the thread's note: this is seen here, or that there
        next = task.run(budget, outside);
      } while (next == Disposition.AGAIN || next == Disposition.YIELDED);
    } finally {
      beside.remove(Thread.currentThread());
    }
    leave(next, task, word);
  }

  private void cancelIfShutDown(TaskInstance task) {
    if (isCancelling()) {
      task.cancel(shutdownCause());
    }
  }

  /** From outside, if it was idle: runs it for a slice, as its owner. */
  @Override
  public void wakeHere(TaskInstance task) {
    if (isInside() || task.isIo()) {
      wake(task);
      return;
    }
    SlotWord word = SlotRunner.wordOf(task);
    int slot = task.slot();
    if (word.claim(1 << slot) == SignalWord.Claimed.LEFT) {
      return;
    }
    if (!word.isThere(task)) {
      tree.post(word.giveBack(1 << slot), word.index);
      return;
    }
    runBesideOnce(task, word);
  }

  /**
   * Gives a task that this thread owns one turn. The thread may be at a task of another executor.
   */
  void runBesideOnce(TaskInstance task, SlotWord word) {
    cancelIfShutDown(task);
    ExecutorCore before = BESIDE.get();
    BESIDE.set(this);
    Disposition next;
    try {
      next = task.run(budget, outside);
    } finally {
      if (before == null) {
        BESIDE.remove();
      } else {
        BESIDE.set(before);
      }
    }
    leave(next, task, word);
  }

  /** Does what a task that ran beside the workers has answered. */
  private void leave(Disposition next, TaskInstance task, SlotWord word) {
    int bit = 1 << task.slot();
    switch (next) {
      case AGAIN, YIELDED -> tree.post(word.giveBack(bit), word.index);
      case PARKED -> letGo(word, bit);
      case FINISHED, FAILED, CANCELLED -> {
        task.leave();
        word.occupy(task.slot(), null);
        word.retireAll(bit);
        arena.giveBack(word, bit);
        outside.settled.increment();
        stopIfDrained();
      }
    }
  }

  /** Of owned slots, by a thread beside the workers: what was woken meanwhile is theirs to run. */
  void letGo(SlotWord word, int slots) {
    SignalWord.Posted posted = word.release(slots);
    if (posted != SignalWord.Posted.QUIET) {
      tree.post(posted, word.index);
    }
  }

  /** Whether this thread runs one of our tasks, as a worker or beside them. */
  boolean isInside() {
    return Worker.current(this) != null || BESIDE.get() == this;
  }

  // ---- Host

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long cpuNanos() {
    return CpuTime.ofThisThread();
  }

  @Override
  public boolean isWorker() {
    return Worker.isOf(this);
  }

  @Override
  public Timer after(long delayNanos, Runnable action) {
    return timekeeper.after(delayNanos, action);
  }

  @Override
  public Outcome await(CompletableFuture<Outcome> done) throws InterruptedException {
    if (isWorker() && !done.isDone()) {
      throw new IllegalStateException(
          "await on a worker of " + config.name() + " would hold it up: answer Blocked instead");
    }
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new AssertionError("an outcome is a value, never an exception", e);
    }
  }

  // ---- the end

  /** Ends all that live. The cause that they are told. */
  Throwable shutdownCause() {
    return new CancellationException(config.name() + " was shut down");
  }

  /** Everything that was never begun and never will be. */
  List<Runnable> neverRun() {
    return List.copyOf(neverRun);
  }

  /** No task from outside after this returns. */
  void drain() {
    advance(Life.CLOSING);
    lanes.closeToOutside();
    for (SlotDesk desk : desks) {
      while (!desk.tryLock()) {
        Thread.onSpinWait();
      }
      desk.unlock(); // whoever was there has been counted; whoever comes sees the state
    }
    advance(Life.DRAINING);
    stopIfDrained();
  }

  void cancelAll() {
    advance(Life.CANCELLING);
    for (int i = 0; i < arena.positions(); i++) {
      SlotWord word = arena.wordOrNull(i);
      if (word != null) {
        word.cancelAll(shutdownCause());
      }
    }
    for (WorkerThread thread : threads) {
      thread.interrupt();
    }
    beside.forEach(Thread::interrupt);
  }

  /** After {@link #cancelAll}: ends what the workers do not, if it can be done in that time. */
  void sweep(Duration most) throws InterruptedException {
    Thread sweep = Thread.ofVirtual().name(config.name() + "-sweep").start(new Sweep(this));
    boolean _ = sweep.join(most);
  }

  /** By {@link Sweep}. */
  void neverRuns(Runnable runnable) {
    neverRun.add(runnable);
    outside.cancelled.increment();
    outside.settled.increment();
  }

  /** Whether everything has ended, and the workers' threads too. */
  boolean awaitStopped(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    if (!stopped.await(nanos, TimeUnit.NANOSECONDS)) {
      return false;
    }
    for (WorkerThread thread : threads) {
      if (!thread.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) {
        return false;
      }
    }
    return true;
  }

  /** By a worker that is about to sleep. */
  void workerSleeps() {
    if (life != Life.OPEN) {
      stopIfDrained();
    }
  }

  void stopIfDrained() {
    if (life.compareTo(Life.DRAINING) < 0 || life == Life.STOPPED || !isDrained()) {
      return;
    }
    advance(Life.STOPPED);
    timekeeper.close();
    stopped.countDown();
    for (WorkerThread thread : threads) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Whether nothing lives. A task counts as settled when the continuation that it may have set off
   * has returned, too. Those are summed up before submissions: the former only grow and never
   * overtake, the latter may be told too high while runnables are moved between lanes, but never
   * too low. So if the sums are equal there was a moment between them when nothing lived; and while
   * draining only a live task or its continuation can submit another.
   */
  private boolean isDrained() {
    long settled = settled();
    return settled == submitted();
  }

  private long settled() {
    long sum = outside.settled.sum();
    for (Worker worker : workers) {
      sum += worker.tally().settled();
    }
    return sum;
  }

  long submitted() {
    long sum = lanes.accepted();
    for (SlotDesk desk : desks) {
      sum += desk.submitted();
    }
    for (Worker worker : workers) {
      sum += worker.submitted();
    }
    return sum;
  }

  private synchronized void advance(Life next) {
    if (next.compareTo(life) > 0) {
      life = next;
      cancelling = next.compareTo(Life.CANCELLING) >= 0;
      over = next == Life.STOPPED;
    }
  }
}
