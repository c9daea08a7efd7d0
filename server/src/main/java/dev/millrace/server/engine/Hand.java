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
import java.util.concurrent.TimeUnit;

/**
 * Takes what has come, as one transaction, and again. While it waits for the disk, the next batch
 * collects itself, or the other hand works it out. Run by one thread, which all of it belongs to.
 */
final class Hand implements Runnable, Mill.Desk {

  private static final int BATCH = 1_000;

  /** How long another server's timers may go unseen, where there are others. */
  private static final long SHARED_TIMERS_MILLIS = 1_000;

  private static final int BAD_TIMERS = 10_000;

  private final Mill mill;
  private final Parts parts;

  /** Tickets that are to get something of this batch. */
  private final Set<Ticket> reserved = new HashSet<>();

  private boolean myTurn;

  /** When limits let something through that this batch looks for; NEVER if none does. */
  private long limits = Store.NEVER;

  Hand(Mill mill) {
    this.mill = mill;
    this.parts = mill.parts;
  }

  @Override
  public void run() {
    while (true) {
      takeTurn();
      try {
        if (mill.isOver()) {
          return;
        }
        var commands = next();
        if (!commands.isEmpty() || mill.agenda.isDue(now())) {
          grind(commands);
        }
      } finally {
        passTurn();
      }
    }
  }

  private void takeTurn() {
    if (!myTurn) {
      mill.turn.take();
      myTurn = true;
    }
  }

  private void takeTurnBack() {
    if (!myTurn) {
      mill.turn.takeBack(this::nudge);
      myTurn = true;
    }
  }

  private void passTurn() {
    if (myTurn) {
      myTurn = false;
      mill.turn.pass();
    }
  }

  private long now() {
    return mill.clock.getAsLong();
  }

  private List<Command> next() {
    var commands = new ArrayList<Command>();
    long wait = mill.agenda.sleep() - now();
    try {
      var first = mill.inbox.poll(Math.clamp(wait, 0, 60_000), TimeUnit.MILLISECONDS);
      if (first != null) {
        commands.add(first);
        mill.inbox.drainTo(commands, BATCH - 1);
        commands.removeIf(Command.Nudge.class::isInstance);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt this thread: it goes on, and close() ends it.
      parts.log.warn("The mill was interrupted and goes on", Map.of());
    }
    mill.agenda.wake();
    if (!parts.exclusive && mill.agenda.takeLook(now())) {
      commands.add(new Command.Look(null));
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
      if (commands.size() > 1 || mill.agenda.timersDue(now())) {
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
      return mill.store.write(tx -> tx.due(now(), Mill.TIMERS));
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
      if (mill.bad.size() < BAD_TIMERS) {
        mill.bad.add(timer);
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
    boolean ring = timers && mill.agenda.timersDue(now());
    long rings = ring ? mill.agenda.takeTimers() : Store.NEVER;
    limits = mill.agenda.takeLimits(now());
    var course = mill.abreast.begin();
    Done done;
    try {
      done =
          mill.store.write(tx -> {
            mill.abreast.work(course);
            takeTurnBack();
            try {
              var round = new Round(this, tx, mill.clock);
              round.run(commands, ring);
              long next = ring ? following(tx.nextTimer()) : Store.NEVER;
              return new Done(round, Math.min(next, round.earliest()));
            } finally {
              passTurn();
            }
          });
    } catch (RuntimeException | Error e) { // whatever it is: nothing has happened
      mill.abreast.failed(course).forEach(this::lookAgain);
      addTimer(rings);
      addLimits(limits);
      forget();
      parts.metrics.failedBatches.increment();
      throw e;
    }
    finish(commands, done, course);
    parts.metrics.storeNanos.add(System.nanoTime() - began);
  }

  /** What was read or written last may not be so. */
  private void forget() {
    takeTurnBack();
    parts.dry.clear();
    parts.definer.failed();
    passTurn();
  }

  /** Timers that cannot be acted upon stay due: they are not waited for. */
  private long following(long timer) {
    return mill.bad.isEmpty() ? timer : Math.max(timer, now() + SHARED_TIMERS_MILLIS);
  }

  private record Done(Round round, long nextTimer) {}

  private void finish(List<Command> commands, Done done, Abreast.Course course) {
    mill.setTrouble(null);
    var round = done.round();
    var changes = round.changed();
    var answers = round.committed();
    answerReserved();
    mill.abreast.committed(course, round.stirred(), round.waited()).forEach(this::lookAgain);
    addTimer(
        parts.exclusive
            ? done.nextTimer()
            : Math.min(done.nextTimer(), now() + SHARED_TIMERS_MILLIS));
    addLimits(round.limitsRetryAt());
    parts.metrics.batches.increment();
    parts.metrics.commands.add(commands.size());
    tell(answers);
    changes.forEach(mill.changed);
  }

  private void addTimer(long at) {
    if (mill.agenda.addTimer(at)) {
      nudge();
    }
  }

  private void addLimits(long at) {
    if (mill.agenda.addLimits(at)) {
      nudge();
    }
  }

  /** Whoever waits for commands is to look at the agenda. */
  private void nudge() {
    mill.inbox.add(new Command.Nudge());
  }

  /** Others do it if there is more to do here; waking them takes longer than most answers. */
  private void tell(List<Runnable> answers) {
    if (mill.inbox.isEmpty()) {
      answers.forEach(this::tell);
    } else if (!answers.isEmpty()) {
      mill.executor.execute(() -> answers.forEach(this::tell));
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

  /** The store is in trouble: it is nobody's fault, and the same may work later. */
  private void refuse(List<Command> commands, StoreException e) {
    mill.setTrouble(String.valueOf(e.getMessage()));
    parts.log.log(EngineLog.Level.ERROR, "The store failed", Map.of(), e);
    var reason =
        new ServiceException(
            ServiceException.Code.UNAVAILABLE, "The store is not available: " + e.getMessage());
    mill.agenda.putOff(now() + 200);
    mill.executor.execute(() -> commands.forEach(command -> command.fail(reason)));
    answerReserved();
  }

  private void fail(List<Command> commands, Throwable e) {
    parts.log.log(EngineLog.Level.ERROR, "A request failed", Map.of(), e);
    mill.executor.execute(() -> commands.forEach(command -> command.fail(e)));
    answerReserved();
  }

  /** Tickets that were to get something that is not theirs after all. */
  private void answerReserved() {
    reserved.stream()
        .filter(ticket -> ticket.answered() == null)
        .forEach(ticket -> ticket.answer(List.of()));
    reserved.clear();
  }

  // What a round sees of the mill

  @Override
  public Parts parts() {
    return parts;
  }

  @Override
  public Waiting waiting() {
    return mill.waiting;
  }

  @Override
  public Pollers pollers() {
    return mill.pollers;
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
    return mill.bad.contains(timer);
  }

  @Override
  public boolean limitsAreDue() {
    return limits != Store.NEVER;
  }

  @Override
  public void lookAgain(String queue) {
    mill.inbox.add(new Command.Look(queue));
  }
}
