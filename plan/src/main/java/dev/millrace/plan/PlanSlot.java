package dev.millrace.plan;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The place of one plan in a store. Thread-safe. */
final class PlanSlot {
  private final String name;

  /** When its file is to be looked at next; whoever moves it looks. */
  private final AtomicLong dueNanos = new AtomicLong();

  /** Null until the file was read for the first time. */
  private volatile @Nullable State state;

  @GuardedBy("this")
  private PlanFolder.@Nullable Stamp stamp;

  /**
   * What is known of the file.
   *
   * @param plan the newest that was accepted; null if none ever was
   * @param faults why the newest state of the file was refused; empty if it was not
   */
  private record State(
      @Nullable CompiledPlan plan, List<PlanFault> warnings, List<PlanFault> faults) {}

  PlanSlot(String name) {
    this.name = name;
  }

  /** Whether the caller is to look at the file: one caller in each interval. */
  boolean isDue(long now, long interval) {
    long due = dueNanos.get();
    return state == null || (now - due >= 0 && dueNanos.compareAndSet(due, now + interval));
  }

  /** Reads the file unless it is as it was. Whoever comes meanwhile waits for the result. */
  synchronized void refresh(PlanLoader loader, PlanFolder.Place.At at, long due) {
    dueNanos.set(due);
    if (at.stamp().equals(stamp)) {
      return;
    }
    State before = state;
    state =
        switch (loader.load(at.file())) {
          case PlanLoad.Loaded(CompiledPlan plan, List<PlanFault> warnings) ->
              plan.name().equals(name)
                  ? new State(plan, warnings, List.of())
                  : kept(before, List.of(misnamed(plan)));
          case PlanLoad.Refused(List<PlanFault> faults, var _) -> kept(before, faults);
        };
    // Taken before the file was read: if it changed in between, the next look sees it.
    stamp = at.stamp();
  }

  private static State kept(@Nullable State before, List<PlanFault> faults) {
    return before == null
        ? new State(null, List.of(), faults)
        : new State(before.plan(), before.warnings(), faults);
  }

  private PlanFault misnamed(CompiledPlan plan) {
    return new PlanFault(
        "$.plan_name",
        null,
        "plan_name '%s' must be '%s', as its file is called".formatted(plan.name(), name),
        null);
  }

  PlanLookup lookup() {
    State known = state;
    if (known == null) {
      return new PlanLookup.Missing("plan '%s' is not loaded".formatted(name));
    }
    return known.plan() == null
        ? new PlanLookup.Refused(known.faults())
        : new PlanLookup.Found(known.plan(), known.warnings(), known.faults());
  }

  @Nullable CompiledPlan plan() {
    State known = state;
    return known == null ? null : known.plan();
  }

  List<PlanFault> faults() {
    State known = state;
    return known == null ? List.of() : known.faults();
  }
}
