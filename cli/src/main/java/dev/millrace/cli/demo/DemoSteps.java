package dev.millrace.cli.demo;

import static java.time.Duration.ofMillis;

import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanTrace;
import java.time.Duration;
import java.util.List;

/** The six examples of the task execution flow, and what becomes of a deadline and an error. */
final class DemoSteps {

  private static final int SCORE_KEY = 2002;
  private static final Duration SHORT = ofMillis(50);

  private DemoSteps() {}

  static List<DemoStep> all() {
    return List.of(
        new DemoStep(
            "Single node",
            "simple_viewer",
            null,
            "The viewer waits for Redis without a thread: suspended, then resumed.",
            DemoSteps::singleNode),
        new DemoStep(
            "Source, then CPU",
            "viewer_filter",
            null,
            "The filter runs where the viewer's reply is taken: no hand-over to a pool.",
            DemoSteps::sourceThenCpu),
        new DemoStep(
            "Parallel branches",
            "parallel_fanout",
            null,
            "Both branches are in flight at once; the request has two outputs.",
            DemoSteps::parallelBranches),
        new DemoStep(
            "Mixed IO and CPU",
            "mixed_pipeline",
            null,
            "vm, filter, sort and take are one uninterrupted run after the last reply.",
            DemoSteps::mixedPipeline),
        new DemoStep(
            "Diamond",
            "diamond",
            null,
            "The join starts when both of its inputs are there: 2, 1, 0.",
            DemoSteps::diamond),
        new DemoStep(
            "Ten nodes within 100 ms",
            "complex_dag",
            ofMillis(100),
            "Two branches of follow or recommendation, media and vm; merged, sorted, cut.",
            DemoSteps::tenNodes),
        new DemoStep(
            "The same with 50 ms",
            "complex_dag",
            SHORT,
            "The deadline is the answer, at 50 ms; what is under way is given up.",
            DemoSteps::tooLate),
        new DemoStep(
            "Fail fast",
            "fail_fast",
            null,
            "One node fails beside a sleep of two seconds: the error is answered at once.",
            DemoSteps::failFast));
  }

  private static void singleNode(AnswerProbe probe) {
    probe.expect(probe.outputs().getFirst().size() == 1, "not one row");
    probe.expect(probe.node("core::viewer").work().trips().size() == 1, "not one round trip");
  }

  private static void sourceThenCpu(AnswerProbe probe) {
    probe.expect(probe.outputs().getFirst().size() == 0, "user 1 passed id > 5");
    PlanTrace.Node filter = probe.node("core::filter");
    probe.expectAfter(filter, probe.node("core::viewer"));
    probe.expect(filter.work().lane().equals("inline"), "the filter ran elsewhere");
  }

  private static void parallelBranches(AnswerProbe probe) {
    probe.expect(probe.outputs().size() == 2, "not two outputs");
    probe.expectTogether(probe.node("core::follow"), probe.node("core::recommendation"));
  }

  private static void mixedPipeline(AnswerProbe probe) {
    probe.expect(probe.outputs().getFirst().size() > 0, "no rows");
    probe.expectDescending(probe.outputs().getFirst(), SCORE_KEY);
    for (String op : List.of("core::vm", "core::filter", "core::sort", "core::take")) {
      probe.expect(probe.node(op).work().lane().equals("inline"), op + " ran elsewhere");
    }
  }

  private static void diamond(AnswerProbe probe) {
    PlanTrace.Node join = probe.node("core::concat");
    probe.expectTogether(probe.node("core::follow"), probe.node("core::recommendation"));
    probe.expectAfter(join, probe.node("core::follow"));
    probe.expectAfter(join, probe.node("core::recommendation"));
    probe.expect(probe.outputs().getFirst().size() > 0, "no rows");
  }

  private static void tenNodes(AnswerProbe probe) {
    probe.expect(probe.outputs().getFirst().size() > 0, "no rows");
    probe.expectDescending(probe.outputs().getFirst(), SCORE_KEY);
    probe.expectTogether(probe.node("core::media", 0), probe.node("core::media", 1));
    probe.expect(probe.trace().nodes().size() == 10, "not ten nodes");
  }

  private static void tooLate(AnswerProbe probe) {
    PlanError error = probe.error();
    probe.expect(error.code() == PlanError.Code.DEADLINE_EXCEEDED, "failed otherwise: " + error);
    probe.expect(probe.trace().endNanos() >= SHORT.toNanos(), "answered before the deadline");
    probe.expect(
        probe.node("core::concat").state() == PlanTrace.State.WAITING, "the branches were merged");
  }

  private static void failFast(AnswerProbe probe) {
    PlanError error = probe.error();
    probe.expect(error.code() == PlanError.Code.NODE_FAILED, "failed otherwise: " + error);
    probe.expect("bad".equals(error.node()), "another node failed: " + error);
    PlanTrace.Node sleep = probe.node("test::sleep", 0);
    probe.expect(sleep.id().equals("long"), "the plan has changed");
    probe.expect(sleep.state() == PlanTrace.State.RUNNING, "the long sleep was waited for");
  }
}
