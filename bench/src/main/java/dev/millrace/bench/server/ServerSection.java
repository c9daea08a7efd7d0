package dev.millrace.bench.server;

import dev.millrace.bench.report.Row;
import java.util.List;

/** A part of the benchmark. What is measured, and how, stands in the Javadoc of each. */
interface ServerSection {

  /** What {@code --only} calls it. */
  String name();

  List<Row> run(Site site) throws Exception;
}
