package dev.millrace.server.engine;

import dev.millrace.server.store.Store;
import dev.millrace.server.store.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where everything is changed: what has come, as one transaction, and again. One {@link Hand} at a
 * time works a batch out. Where others write to the store too, there are two of them: while one
 * waits for its commit, the other works out the next batch, as if it were another server's.
 */
final class Mill {

  /** How many timers one batch takes. */
  static final int TIMERS = 1_000;

  private static final int SHARED_HANDS = 2;

  final Store store;
  final Parts parts;
  final LongSupplier clock;
  final Executor executor;
  final Consumer<UUID> changed;
  final Pollers pollers;
  final BlockingQueue<Command> inbox = new LinkedBlockingQueue<>();
  final Waiting waiting = new Waiting();
  final Agenda agenda = new Agenda();
  final Abreast abreast = new Abreast();

  /** Timers whose events cannot be decided. */
  final Set<Timer> bad = ConcurrentHashMap.newKeySet();

  /** Of the hand that takes commands and works them out; guards {@link Parts}. */
  final Turn turn = new Turn();

  private final List<Thread> hands;
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

    /** Whether a limit lets something through that it held back. */
    boolean limitsAreDue();

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
    this.hands =
        IntStream.range(0, parts.exclusive ? 1 : SHARED_HANDS)
            .mapToObj(i -> Thread.ofPlatform().name("millrace-mill-" + i).unstarted(new Hand(this)))
            .toList();
  }

  void start() {
    hands.forEach(Thread::start);
  }

  /** What is wrong with the store, as far as the last batch could tell; null if nothing is. */
  @Nullable String trouble() {
    return trouble;
  }

  void setTrouble(@Nullable String newTrouble) {
    trouble = newTrouble;
  }

  /** How many commands wait. */
  int backlog() {
    return inbox.size();
  }

  void send(Command command) {
    inbox.add(command);
    if (closing && hands.stream().noneMatch(Thread::isAlive) && inbox.remove(command)) {
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

  /** Whether it is closed and all that has come is done. */
  boolean isOver() {
    return closing && inbox.isEmpty();
  }

  /** Does what has come, answers all who wait, and ends. */
  void close() {
    closing = true;
    inbox.add(new Command.Nudge());
    boolean interrupted = false;
    for (var hand : hands) {
      interrupted |= joinInterrupted(hand);
    }
    for (var ticket : waiting.all()) {
      boolean _ = ticket.giveUp();
    }
    var late = new ArrayList<Command>();
    inbox.drainTo(late);
    late.forEach(Mill::tooLate);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for its end; true if somebody would rather not have waited. */
  private static boolean joinInterrupted(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }
}
