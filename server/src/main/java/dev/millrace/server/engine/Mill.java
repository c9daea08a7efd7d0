package dev.millrace.server.engine;

import dev.millrace.server.ServiceException;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.Timer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that changes anything: takes what has come, as one transaction, and again. While
 * it waits for the disk, the next batch collects itself.
 */
final class Mill {

  /** How many timers one batch takes. */
  static final int TIMERS = 1_000;

  private static final int BATCH = 1_000;

  /** How long another server's timers may go unseen, where there are others. */
  private static final long SHARED_TIMERS_MILLIS = 1_000;

  /**
   * How long a queue may hold something that nobody was told of, where there are others: what a
   * server that died had locked was skipped by those who looked then.
   */
  private static final long LOOK_MILLIS = 5_000;

  private static final int BAD_TIMERS = 10_000;

  private final Store store;
  private final Parts parts;
  private final LongSupplier clock;
  private final Executor executor;
  private final Consumer<UUID> changed;
  private final BlockingQueue<Command> inbox = new LinkedBlockingQueue<>();
  private final Thread thread;

  // Belong to the thread.
  private final Waiting waiting = new Waiting();
  private final Pollers pollers;
  private final Set<Ticket> reserved = new HashSet<>();
  private final Set<Timer> bad = new HashSet<>();
  private long nextTimer;
  private long nextLook;
  private long limitsRetryAt = Store.NEVER;

  private volatile boolean closing;
  private volatile @Nullable String trouble;

  /** What a round sees of the mill. */
  interface Desk {
    Parts parts();

    Waiting waiting();

    Pollers pollers();

    /** Whether a ticket is or can be had for an answer, also if an attempt failed meanwhile. */
    boolean reserve(Ticket ticket);

    boolean isReserved(Ticket ticket);

    /** Whether a timer's event cannot be decided, for whatever reason. */
    boolean isBad(Timer timer);

    long limitsRetryAt();

    /** There may be more in a queue, and more who wait for it. */
    void lookAgain(String queue);
  }

  /**
   * @param executor runs what tells the askers
   * @param changed is told of every workflow that changed
   */
  Mill(
      Store store,
      Parts parts,
      Pollers pollers,
      LongSupplier clock,
      Executor executor,
      Consumer<UUID> changed) {
    this.store = store;
    this.parts = parts;
    this.pollers = pollers;
    this.clock = clock;
    this.executor = executor;
    this.changed = changed;
    this.thread = Thread.ofPlatform().name("millrace-mill").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** What is wrong with the store, as far as the last batch could tell; null if nothing is. */
  @Nullable String trouble() {
    return trouble;
  }

  /** How many commands wait. */
  int backlog() {
    return inbox.size();
  }

  void send(Command command) {
    inbox.add(command);
    if (closing && !thread.isAlive() && inbox.remove(command)) {
      tooLate(command);
    }
  }

  /** A poll that was accepted gets nothing, like those that wait; all others are refused. */
  private static void tooLate(Command command) {
    if (command instanceof Command.Poll(var ticket)) {
      boolean _ = ticket.giveUp();
    } else {
      command.fail(Command.closing());
    }
  }

  /** Does what has come, answers all who wait, and ends. */
  void close() {
    closing = true;
    inbox.add(new Command.Look(null));
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    var late = new ArrayList<Command>();
    inbox.drainTo(late);
    late.forEach(Mill::tooLate);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!closing || !inbox.isEmpty()) {
      var commands = next();
      if (!parts.exclusive && clock.getAsLong() >= nextLook) {
        commands.add(new Command.Look(null));
        nextLook = clock.getAsLong() + LOOK_MILLIS;
      }
      if (!commands.isEmpty() || timersDue()) {
        grind(commands);
      }
    }
    for (var ticket : waiting.all()) {
      if (ticket.reserve()) {
        ticket.answer(List.of());
      }
    }
  }

  private boolean timersDue() {
    return clock.getAsLong() >= Math.min(nextTimer, limitsRetryAt);
  }

  private List<Command> next() {
    var commands = new ArrayList<Command>();
    long wait = Math.min(nextTimer, limitsRetryAt) - clock.getAsLong();
    try {
      var first = inbox.poll(Math.clamp(wait, 0, 60_000), TimeUnit.MILLISECONDS);
      if (first != null) {
        commands.add(first);
        inbox.drainTo(commands, BATCH - 1);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt this thread: it goes on, and close() ends it.
      parts.log.warn("The mill was interrupted and goes on", Map.of());
    }
    return commands;
  }

  // Batches. Errors are survived like exceptions: too deep a stack or too little memory is the
  // fault of one request, and without this thread nothing would ever be answered again.

  private void grind(List<Command> commands) {
    try {
      attempt(commands, true);
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.DUPLICATE) {
        // Another server was first with a key: it is there now, and found.
        oneByOne(commands);
      } else {
        refuse(commands, e);
      }
    } catch (RuntimeException | Error e) { // foreign code: definitions and scripts of users
      if (commands.size() > 1 || clock.getAsLong() >= nextTimer) {
        oneByOne(commands);
      } else {
        fail(commands, e);
      }
    }
  }

  /** One of them is the cause: only that one is to suffer. */
  private void oneByOne(List<Command> commands) {
    for (var command : commands) {
      try {
        attempt(List.of(command), false);
      } catch (StoreException e) {
        refuse(List.of(command), e);
      } catch (RuntimeException | Error e) { // foreign code, as above
        fail(List.of(command), e);
      }
    }
    timersOneByOne();
  }

  private void timersOneByOne() {
    try {
      attempt(List.of(), true);
    } catch (StoreException e) {
      refuse(List.of(), e);
    } catch (RuntimeException | Error e) { // foreign code, as above
      due().forEach(this::alone);
    }
  }

  private List<Timer> due() {
    try {
      return store.write(tx -> tx.due(clock.getAsLong(), TIMERS));
    } catch (StoreException e) {
      refuse(List.of(), e);
      return List.of();
    }
  }

  private void alone(Timer timer) {
    try {
      attempt(List.of(new Command.Ring(timer)), false);
    } catch (StoreException e) {
      refuse(List.of(), e);
    } catch (RuntimeException | Error e) { // foreign code, as above
      if (bad.size() < BAD_TIMERS) {
        bad.add(timer);
      }
      log("A timer cannot be acted upon; it is left alone until the next start", e, timer);
    }
  }

  private void log(String message, Throwable e, Timer timer) {
    parts.log.log(
        EngineLog.Level.ERROR,
        message,
        Map.of("workflow", timer.workflow().toString(), "task", Integer.toString(timer.number())),
        e);
  }

  private void attempt(List<Command> commands, boolean timers) {
    long began = System.nanoTime();
    boolean ring = timers && clock.getAsLong() >= nextTimer;
    var desk = new MyDesk();
    Done done;
    try {
      done =
          store.write(tx -> {
            var round = new Round(desk, tx, clock);
            round.run(commands, ring);
            long next = ring ? following(tx.nextTimer()) : nextTimer;
            return new Done(round, Math.min(next, round.earliest()));
          });
    } catch (RuntimeException | Error e) { // whatever it is: nothing has happened
      parts.dry.clear();
      parts.definer.failed();
      parts.metrics.failedBatches.increment();
      throw e;
    }
    finish(commands, done, began);
  }

  /** Timers that cannot be acted upon stay due: they are not waited for. */
  private long following(long timer) {
    return bad.isEmpty() ? timer : Math.max(timer, clock.getAsLong() + SHARED_TIMERS_MILLIS);
  }

  private record Done(Round round, long nextTimer) {}

  private void finish(List<Command> commands, Done done, long began) {
    trouble = null;
    var round = done.round();
    nextTimer =
        parts.exclusive
            ? done.nextTimer()
            : Math.min(done.nextTimer(), clock.getAsLong() + SHARED_TIMERS_MILLIS);
    var changes = round.changed();
    var answers = round.committed();
    answerReserved();
    limitsRetryAt = Math.min(round.limitsRetryAt(), future(limitsRetryAt));
    parts.metrics.batches.increment();
    parts.metrics.commands.add(commands.size());
    parts.metrics.storeNanos.add(System.nanoTime() - began);
    tell(answers);
    changes.forEach(changed);
  }

  /** Others do it if there is more to do here; waking them takes longer than most answers. */
  private void tell(List<Runnable> answers) {
    if (inbox.isEmpty()) {
      answers.forEach(this::tell);
    } else if (!answers.isEmpty()) {
      executor.execute(() -> answers.forEach(this::tell));
    }
  }

  /** What was committed stays so: whoever cannot be told must not have it done once more. */
  private void tell(Runnable answer) {
    try {
      answer.run();
    } catch (RuntimeException | Error e) { // foreign code: what was hung on the answer
      parts.log.log(EngineLog.Level.ERROR, "An answer could not be given", Map.of(), e);
    }
  }

  private long future(long at) {
    return at <= clock.getAsLong() ? Store.NEVER : at;
  }

  /** The store is in trouble: it is nobody's fault, and the same may work later. */
  private void refuse(List<Command> commands, StoreException e) {
    trouble = String.valueOf(e.getMessage());
    parts.log.log(EngineLog.Level.ERROR, "The store failed", Map.of(), e);
    var reason =
        new ServiceException(
            ServiceException.Code.UNAVAILABLE, "The store is not available: " + e.getMessage());
    nextTimer = Math.max(nextTimer, clock.getAsLong() + 200);
    executor.execute(() -> commands.forEach(command -> command.fail(reason)));
    answerReserved();
  }

  private void fail(List<Command> commands, Throwable e) {
    parts.log.log(EngineLog.Level.ERROR, "A request failed", Map.of(), e);
    executor.execute(() -> commands.forEach(command -> command.fail(e)));
    answerReserved();
  }

  /** Tickets that were to get something that is not theirs after all. */
  private void answerReserved() {
    reserved.stream()
        .filter(ticket -> ticket.answered() == null)
        .forEach(ticket -> ticket.answer(List.of()));
    reserved.clear();
  }

  private final class MyDesk implements Desk {
    @Override
    public Parts parts() {
      return parts;
    }

    @Override
    public Waiting waiting() {
      return waiting;
    }

    @Override
    public Pollers pollers() {
      return pollers;
    }

    @Override
    public boolean reserve(Ticket ticket) {
      return reserved.contains(ticket) || (ticket.reserve() && reserved.add(ticket));
    }

    @Override
    public boolean isReserved(Ticket ticket) {
      return reserved.contains(ticket);
    }

    @Override
    public boolean isBad(Timer timer) {
      return bad.contains(timer);
    }

    @Override
    public long limitsRetryAt() {
      return limitsRetryAt;
    }

    @Override
    public void lookAgain(String queue) {
      inbox.add(new Command.Look(queue));
    }
  }
}
