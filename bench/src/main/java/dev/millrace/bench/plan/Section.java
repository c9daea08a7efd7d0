package dev.millrace.bench.plan;

import dev.millrace.bench.report.Row;
import java.util.List;

/** A part of the benchmark. What is measured, and against whom, stands in the Javadoc of each. */
interface Section {

  /** What {@code --only} calls it. */
  String name();

  List<Row> run(Rounds rounds) throws Exception;
}
