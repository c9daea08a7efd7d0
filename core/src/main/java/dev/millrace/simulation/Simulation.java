package dev.millrace.simulation;

import static java.util.stream.Collectors.joining;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.Durations;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a simulation: who can run, who waits, what time it is, what was counted. Knows no
 * threads and runs nobody's code.
 *
 * <p>Not thread-safe, except for {@link #now()}: the driver guards it by its lock.
 */
final class Simulation {

  private static final int SHOWN = 20;

  private final SimulationConfig config;
  private final long turnNanos;
  private final Choices choices;
  private final VirtualTimers timers;
  private final RunQueue ready;

  /** In the order of arrival, so that walking through it does the same in every run. */
  private final Set<Seat> live = new LinkedHashSet<>();

  /** Written under the driver's lock, read by anybody. */
  private volatile long now;

  private long submitted;
  private long finished;
  private long failed;
  private long cancelled;
  private long rejected;
  private long turns;

  Simulation(SimulationConfig config) {
    this.config = config;
    this.turnNanos = Durations.nanos(config.turnTime());
    this.choices = new Choices(config.seed(), config.script(), config.traceLimit());
    this.timers = new VirtualTimers(choices, Durations.nanos(config.timerJitter()));
    this.ready = new RunQueue(choices);
  }

  // ---- time

  long now() {
    return now;
  }

  /** Returns what time it is then. */
  @CanIgnoreReturnValue
  long moveTo(long later) {
    now = Math.max(now, later);
    return now;
  }

  VirtualTimers.Entry addTimer(long delayNanos, Runnable action) {
    return timers.add(now + delayNanos, action);
  }

  /** Returns false if it has gone off. */
  boolean removeTimer(VirtualTimers.Entry timer) {
    return timers.remove(timer);
  }

  @Nullable Runnable takeDueTimer() {
    VirtualTimers.Entry due = timers.takeDue(now);
    return due == null ? null : due.action();
  }

  /** Moves the clock to the next timer. Returns false if there is none up to {@code horizon}. */
  boolean jump(long horizon) {
    long next = timers.nextDue();
    if (next == Long.MAX_VALUE || next > horizon) {
      return false;
    }
    moveTo(next);
    return true;
  }

  // ---- instances

  void reject(int instances) {
    rejected += instances;
  }

  void add(Seat seat) {
    submitted++;
    live.add(seat);
    ready.add(seat);
  }

  /** Returns true if somebody can run who could not before. */
  boolean wake(Seat seat) {
    boolean queued = seat.markWoken();
    if (queued) {
      ready.add(seat);
    }
    return queued;
  }

  boolean canRun() {
    return !ready.isEmpty() || timers.nextDue() <= now;
  }

  /** Chooses who runs next; null if nobody can. */
  @Nullable Seat take() {
    if (ready.isEmpty()) {
      return null;
    }
    turns++;
    Seat seat = ready.take();
    seat.markRunning();
    return seat;
  }

  int chooseSteps() {
    return 1 + choices.next(Choice.Point.BUDGET, config.maxSteps());
  }

  boolean chooseBare() {
    return choices.next(Choice.Point.BARE, 2) == 1;
  }

  void count(Disposition end) {
    switch (end) {
      case FINISHED -> finished++;
      case FAILED -> failed++;
      case CANCELLED -> cancelled++;
      case AGAIN, YIELDED, PARKED -> throw new IllegalArgumentException(end + " is not an end");
    }
  }

  void ran(Seat seat, Disposition next) {
    if (seat.markRan(next)) {
      ready.add(seat);
    }
    if (next.isEnd()) {
      live.remove(seat);
    }
    moveTo(now + turnNanos);
  }

  boolean isEmpty() {
    return live.isEmpty();
  }

  List<Seat> live() {
    return List.copyOf(live);
  }

  // ---- for people

  long turns() {
    return turns;
  }

  Trace trace() {
    return choices.trace();
  }

  SimulationCounters counters() {
    return new SimulationCounters(
        submitted + rejected, finished, failed, cancelled, rejected, turns);
  }

  /** Who waits for what. */
  String diagnosis() {
    String shown = live.stream().limit(SHOWN).map(seat -> "\n  " + seat).collect(joining());
    String more = live.size() > SHOWN ? "\n  and " + (live.size() - SHOWN) + " more" : "";
    return this + shown + more;
  }

  @Override
  public String toString() {
    return String.format(
        "seed %d, at %s, after %d turns: %d live, %d of them can run, %d timers",
        config.seed(), Duration.ofNanos(now), turns, live.size(), ready.size(), timers.size());
  }
}
