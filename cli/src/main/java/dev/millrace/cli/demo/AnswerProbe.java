package dev.millrace.cli.demo;

import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanTrace;
import dev.millrace.rows.Column;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.RowSet;
import java.util.List;

/** Questions to an answer that has a trace; each fails with what it found instead. */
record AnswerProbe(PlanAnswer answer) {

  void expect(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  List<RowSet> outputs() {
    return switch (answer) {
      case PlanAnswer.Rows rows -> rows.outputs();
      case PlanAnswer.Failed failed ->
          throw new AssertionError("failed: " + failed.error().message());
    };
  }

  PlanError error() {
    return switch (answer) {
      case PlanAnswer.Failed failed -> failed.error();
      case PlanAnswer.Rows _ -> throw new AssertionError("answered with rows, not with an error");
    };
  }

  PlanTrace trace() {
    PlanTrace trace = answer.trace();
    if (trace == null) {
      throw new AssertionError("no trace was kept");
    }
    return trace;
  }

  /** The node of this op; if there are several, the {@code nth} of them, from 0. */
  PlanTrace.Node node(String op, int nth) {
    List<PlanTrace.Node> found =
        trace().nodes().stream().filter(node -> node.op().equals(op)).toList();
    if (found.size() <= nth) {
      throw new AssertionError("the plan has %d nodes of %s".formatted(found.size(), op));
    }
    return found.get(nth);
  }

  PlanTrace.Node node(String op) {
    return node(op, 0);
  }

  /** Both were under way at the same time. */
  void expectTogether(PlanTrace.Node one, PlanTrace.Node other) {
    expect(
        one.times().startNanos() < other.times().endNanos()
            && other.times().startNanos() < one.times().endNanos(),
        "%s and %s were not under way at the same time".formatted(one.id(), other.id()));
  }

  void expectAfter(PlanTrace.Node later, PlanTrace.Node earlier) {
    expect(
        later.times().startNanos() >= earlier.times().endNanos(),
        "%s began before %s had ended".formatted(later.id(), earlier.id()));
  }

  void expectDescending(RowSet rows, int key) {
    Column column = rows.batch().column(key);
    if (!(column instanceof FloatColumn(double[] values, _))) {
      throw new AssertionError("no scores");
    }
    for (int position = 1; position < rows.size(); position++) {
      expect(
          values[rows.row(position - 1)] >= values[rows.row(position)],
          "position %d is out of order".formatted(position));
    }
  }
}
