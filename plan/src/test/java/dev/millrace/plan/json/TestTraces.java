package dev.millrace.plan.json;

import dev.millrace.plan.PlanTrace;
import java.util.List;
import java.util.Map;

/** Traces made by hand. */
final class TestTraces {

  static final long MILLI = 1_000_000;

  private TestTraces() {}

  static PlanTrace of(PlanTrace.Node... nodes) {
    return new PlanTrace("demo", "r1", List.of(nodes), 40 * MILLI, List.of());
  }

  /** A node of which only its place in the plan and its columns matter. */
  static PlanTrace.Node node(String id, List<Integer> keys, String... inputs) {
    return new PlanTrace.Node(
        id,
        "core::any",
        null,
        PlanTrace.State.DONE,
        new PlanTrace.Times(0, 0, 0),
        new PlanTrace.Work("inline", 0, 0, 0, Map.of(), List.of()),
        keys,
        List.of(inputs));
  }

  /** A node with times in milliseconds; -1 for an end that did not come. */
  static PlanTrace.Node ran(
      String id, String lane, PlanTrace.State state, long start, long end, String... inputs) {
    return new PlanTrace.Node(
        id,
        "core::" + id,
        null,
        state,
        new PlanTrace.Times(start * MILLI, start * MILLI, end < 0 ? -1 : end * MILLI),
        new PlanTrace.Work(lane, 1, 2, 1, Map.of(), trips(id, lane, start, end)),
        List.of(),
        List.of(inputs));
  }

  private static List<PlanTrace.Trip> trips(String id, String lane, long start, long end) {
    return lane.equals("redis")
        ? List.of(
            new PlanTrace.Trip(
                "main", "HGETALL " + id, 3, 70, start * MILLI, end < 0 ? -1 : end * MILLI))
        : List.of();
  }
}
