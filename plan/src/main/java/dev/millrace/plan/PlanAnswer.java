package dev.millrace.plan;

import dev.millrace.rows.RowSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a request. The trace is there if the request asked for one. */
public sealed interface PlanAnswer {

  @Nullable PlanTrace trace();

  /** The rows of the plan's outputs, in their order. */
  record Rows(List<RowSet> outputs, @Nullable PlanTrace trace) implements PlanAnswer {
    public Rows {
      outputs = List.copyOf(outputs);
    }
  }

  record Failed(PlanError error, @Nullable PlanTrace trace) implements PlanAnswer {}
}
