package dev.millrace.simulation;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.engine.Disposition;
import dev.millrace.task.engine.GroupRun;
import dev.millrace.task.engine.Home;
import dev.millrace.task.engine.Ledger;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.StepBudget;
import dev.millrace.task.engine.TaskInstance;
import org.jspecify.annotations.Nullable;

/**
 * The place of one instance in the simulation.
 *
 * <pre>
 *   READY ──taken──► RUNNING ──again, yielded──► READY
 *     ▲                │ ╰─woken─► WOKEN ──whatever it answers──► READY
 *     │ woken          ├──parked──► PARKED
 *     ╰────────────────│─────────────╯
 *                      ╰──ended──► ENDED
 * </pre>
 *
 * All fields are guarded by the driver's lock, except that {@link #run} belongs to the driving
 * thread.
 */
final class Seat implements Home {

  private enum State {
    PARKED,
    READY,
    RUNNING,
    WOKEN,
    ENDED
  }

  private final @Nullable GroupRun group;
  private final int id;

  /** Null as long as an instance of a group has not had its first step. */
  private @Nullable TaskInstance instance;

  private State state = State.READY;
  private boolean yielded;

  private Seat(@Nullable GroupRun group, int id, @Nullable TaskInstance instance) {
    this.group = group;
    this.id = id;
    this.instance = instance;
  }

  static Seat ofSolo(SoloTask task) {
    Seat seat = new Seat(null, 0, task);
    task.place(seat, 0);
    return seat;
  }

  static Seat ofGroup(GroupRun group, int id) {
    TaskInstance instance = group.mayRunBare() ? null : group.instance(id);
    Seat seat = new Seat(group, id, instance);
    if (instance != null) {
      instance.place(seat, 0);
    }
    return seat;
  }

  /** Whether it belongs into the low-priority lane. */
  boolean hasYielded() {
    return yielded;
  }

  /** Whether its next turn may be taken without an object for the instance. */
  boolean mayRunBare() {
    return instance == null;
  }

  /** Returns true if it has to be queued. */
  boolean markWoken() {
    switch (state) {
      case PARKED -> {
        state = State.READY;
        return true;
      }
      case RUNNING -> state = State.WOKEN;
      case READY, WOKEN, ENDED -> {}
    }
    return false;
  }

  void markRunning() {
    state = State.RUNNING;
  }

  /** Returns true if it has to be queued. */
  boolean markRan(Disposition next) {
    boolean woken = state == State.WOKEN;
    state =
        switch (next) {
          case AGAIN, YIELDED -> State.READY;
          case PARKED -> woken ? State.READY : State.PARKED;
          case FINISHED, FAILED, CANCELLED -> State.ENDED;
        };
    yielded = next == Disposition.YIELDED;
    return state == State.READY;
  }

  /** Gives the instance its turn. Without the lock. */
  Disposition run(StepBudget budget, boolean bare, Ledger ledger) {
    TaskInstance running = instance;
    if (running == null) {
      GroupRun of = requireNonNull(group);
      running = bare ? of.runFirst(id) : of.instance(id);
      if (running == null) {
        ledger.ended(Disposition.FINISHED);
        of.finishedBare(1);
        return Disposition.FINISHED;
      }
      running.place(this, 0);
      instance = running;
    }
    return running.run(budget, ledger);
  }

  void cancel(Throwable cause) {
    if (instance != null) {
      instance.cancel(cause);
    } else {
      requireNonNull(group).cancel(cause);
    }
  }

  @Override
  public String toString() {
    String what = instance != null ? instance.toString() : group + " #" + id;
    return what + " (" + state + ")";
  }
}
