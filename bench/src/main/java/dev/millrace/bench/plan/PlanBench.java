package dev.millrace.bench.plan;

import dev.millrace.bench.report.Progress;
import dev.millrace.bench.report.Row;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** All sections, one after the other. */
final class PlanBench {

  private static final List<Section> SECTIONS =
      List.of(
          new OverheadSection(),
          new RowsSection(),
          new IoSection(),
          new FanOutSection(),
          new DeadlineSection());

  private final PlanBenchOptions options;
  private final Progress progress;

  PlanBench(PlanBenchOptions options, PrintWriter progress, boolean terminal) {
    this.options = options;
    int steps = (int) names().stream().filter(options::includes).count();
    this.progress = new Progress(progress, terminal, steps);
  }

  /** Everything that {@code --only} may name. */
  static List<String> names() {
    return SECTIONS.stream().map(Section::name).toList();
  }

  /**
   * What came out; a section that fails is left out and told.
   *
   * @param failed names of the sections that failed
   */
  record Result(List<Row> rows, List<String> failed) {
    Result {
      rows = List.copyOf(rows);
      failed = List.copyOf(failed);
    }
  }

  Result run() throws InterruptedException {
    List<Row> rows = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    Rounds rounds = new Rounds(options, progress);
    try {
      for (Section section : SECTIONS) {
        if (options.includes(section.name())) {
          progress.begin(section.name());
          try {
            rows.addAll(section.run(rounds));
          } catch (InterruptedException e) {
            throw e;
          } catch (Exception e) { // foreign code: servers and rivals
            progress.trouble(section.name() + " failed: " + e);
            failed.add(section.name());
          }
        }
      }
    } finally {
      progress.end();
    }
    return new Result(rows, failed);
  }
}
