package dev.millrace.bench.executor;

import com.google.errorprone.annotations.FormatMethod;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The result for people: ratios with their goals, then everybody's figures. */
final class TableReport {
  private static final String RATIO_ROW = "%-17s %8s  %-25s %6s %-8s  %-25s %6s %-8s";
  private static final int COLUMN = 11;
  private static final double MOST_BYTES = 100;
  private static final double MOST_IDLE_PERCENT = 1;

  private final StringBuilder out = new StringBuilder();

  private TableReport() {}

  static String of(Summary summary, BenchOptions options) {
    TableReport report = new TableReport();
    if (!summary.workloads().isEmpty()) {
      report.addRatios(summary.workloads());
      report.addEverybody(summary.workloads());
    }
    report.addThroughput(summary.throughput());
    report.addResources(summary);
    report.line(
        "Nanoseconds an operation, median of %d rounds, %d workers each. Ratio: rival / Millrace.",
        options.rounds(), options.workers());
    return report.out.toString();
  }

  private void addRatios(List<WorkloadResult> results) {
    line(
        RATIO_ROW,
        "workload",
        "Millrace",
        "best general pool",
        "ratio",
        "goal",
        "best pinned pool",
        "ratio",
        "goal");
    for (WorkloadResult result : results) {
      Goal goal = result.goal();
      if (result.hasTail()) {
        addRatio(result.name() + " p50", result, Figures::median, goal);
        addRatio(result.name() + " p99", result, Figures::p99, goal);
        addRatio(result.name() + " p999", result, Figures::p999, null);
      } else {
        addRatio(result.name(), result, Figures::median, goal);
      }
    }
    line("");
  }

  /** The goal is null for a figure that has none. */
  private void addRatio(
      String name, WorkloadResult result, ToDoubleFunction<Figures> figure, @Nullable Goal goal) {
    OptionalDouble general = result.ratio(Side.GENERAL, figure);
    OptionalDouble pinned = result.ratio(Side.PINNED, figure);
    line(
        RATIO_ROW,
        name,
        result.ours().map(figure::applyAsDouble).map(TableReport::number).orElse("none"),
        rival(result, Side.GENERAL, figure),
        ratio(general),
        goal(general, Side.GENERAL, goal),
        rival(result, Side.PINNED, figure),
        ratio(pinned),
        goal(pinned, Side.PINNED, goal));
  }

  private void addEverybody(List<WorkloadResult> results) {
    StringBuilder head = new StringBuilder(cell("", 16));
    for (Contender contender : Contender.values()) {
      head.append(cell(contender.column(), -COLUMN));
    }
    line("%s", head);
    for (WorkloadResult result : results) {
      StringBuilder row = new StringBuilder(cell(result.name(), 16));
      for (Contender contender : Contender.values()) {
        row.append(cell(figure(result, contender), -COLUMN));
      }
      line("%s", row);
    }
    line("");
  }

  private void addThroughput(Map<Integer, WorkloadResult> throughput) {
    throughput.forEach((workers, result) -> {
      StringBuilder row = new StringBuilder();
      for (Contender contender : Contender.values()) {
        Figures figures = result.figures().get(contender);
        if (figures != null) {
          row.append(contender == Contender.MILLRACE ? "" : ", ")
              .append(contender.label())
              .append(' ')
              .append(number(1e3 / figures.median()));
        }
      }
      line("throughput, %d workers, millions a second: %s", workers, row);
    });
  }

  private void addResources(Summary summary) {
    summary
        .idleCpuPercent()
        .ifPresent(value ->
            line(
                "idle: %.2f %% of a core (goal: under %.0f, %s)",
                value, MOST_IDLE_PERCENT, reached(value < MOST_IDLE_PERCENT)));
    summary
        .bytesPerParkedTask()
        .ifPresent(value ->
            line(
                "a parked task: %.1f bytes beside the user's own (goal: at most %.0f, %s)",
                value, MOST_BYTES, reached(value <= MOST_BYTES)));
  }

  private static String figure(WorkloadResult result, Contender contender) {
    Figures figures = result.figures().get(contender);
    if (figures != null) {
      return number(figures.median());
    }
    String trouble = result.troubles().get(contender);
    return trouble == null ? "" : trouble.substring(0, trouble.indexOf(':'));
  }

  private static String rival(WorkloadResult result, Side side, ToDoubleFunction<Figures> figure) {
    Optional<Contender> best = result.best(side, figure);
    return best.map(result.figures()::get)
        .map(figures -> best.get().label() + " " + number(figure.applyAsDouble(figures)))
        .orElse("none");
  }

  private static String ratio(OptionalDouble ratio) {
    return ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : "none";
  }

  private static String goal(OptionalDouble ratio, Side side, @Nullable Goal goal) {
    return goal == null
        ? ""
        : number(goal.of(side)) + " " + reached(ratio.orElse(0) >= goal.of(side));
  }

  private static String reached(boolean reached) {
    return reached ? "yes" : "NO";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }

  /** Flush left in so many columns, or flush right if negative. */
  private static String cell(String text, int width) {
    return String.format(Locale.ROOT, "%" + -width + "s", text);
  }

  @FormatMethod
  private void line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
