package dev.millrace.plan.json;

import static dev.millrace.plan.json.TestTraces.ran;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanTrace;
import dev.millrace.plan.PlanTrace.State;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TraceTextTest {

  private static PlanTrace trace(State last, long end) {
    return new PlanTrace(
        "demo",
        "r1",
        List.of(
            ran("v", "redis", State.DONE, 1, 10),
            ran("f", "inline", State.DONE, 10, 12, "v"),
            ran("x", "worker 1", State.DONE, 10, 20, "v"),
            ran("s", "timer", last, 12, end, "f", "x")),
        40 * TestTraces.MILLI,
        List.of("v", "x", "s"));
  }

  @Test
  void theTimelineHasAColumnForEachLaneAndArrowsBetweenThem() {
    String text = TraceText.of(new PlanAnswer.Rows(List.of(), trace(State.DONE, 40)));

    assertThat(text)
        .startsWith(
            """
            Plan demo, request r1

            Time(ms)  Loop Thread                 CPU Pool (worker 1)  Timer        Redis
            ─────────────────────────────────────────────────────────────────────────────────
               0.000  v: 0 deps → spawn
                      f: 1 dep → wait
                      x: 1 dep → wait
                      s: 2 deps → wait
               1.000  v: await redis ─────────────────────────────────────────────► HGETALL v (+2)
                      [suspended]                                                   │
              10.000  ◄─────────────────────────────────────────────────────────────┘ (v: 3 replies)
            """);
    assertThat(text)
        .contains("[resumed] store v (2 rows)\n", "f: 1→0 → spawn\n", "f: run inline")
        .contains("x: offload ───────────────► core::x (x)")
        .contains("s: 2→1 → wait", "s: 1→0 → spawn", "All done → return", "Total: 40.000 ms")
        .contains("Critical path: v → x → s");
  }

  @Test
  void aDeadlineShowsWhatWasGivenUp() {
    PlanError error =
        new PlanError(PlanError.Code.DEADLINE_EXCEEDED, "too late", "demo", "r1", null, null, null);

    String text = TraceText.of(new PlanAnswer.Failed(error, trace(State.RUNNING, -1)));

    assertThat(text)
        .contains("40.000  ⚡ TIMER FIRES: too late")
        .contains("s: under way, given up")
        .contains("first_error = DEADLINE_EXCEEDED → return")
        .doesNotContain("All done");
  }

  @Test
  void aFailedNodeIsMarked() {
    PlanError error =
        new PlanError(PlanError.Code.NODE_FAILED, "broken", "demo", "r1", "s", "core::s", null);

    assertThat(TraceText.of(new PlanAnswer.Failed(error, trace(State.FAILED, 40))))
        .contains("✗ s failed", "✗ s: broken", "first_error = NODE_FAILED");
  }

  @Test
  void anAnswerWithoutTraceSaysSo() {
    assertThat(TraceText.of(new PlanAnswer.Rows(List.of(), null))).contains("No trace");
  }
}
