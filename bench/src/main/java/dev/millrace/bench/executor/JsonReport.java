package dev.millrace.bench.executor;

import dev.millrace.bench.report.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The result as one JSON object, {@code workloads} first. */
final class JsonReport {
  private JsonReport() {}

  static String of(Summary summary) {
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("workloads", summary.workloads().stream().map(JsonReport::workload).toList());
    root.put("statistic", "median of rounds");
    root.put("idle_cpu_percent", summary.idleCpuPercent().orElse(null));
    root.put("bytes_per_parked_task", summary.bytesPerParkedTask().orElse(null));
    root.put(
        "throughput",
        summary.throughput().entrySet().stream()
            .map(entry -> throughput(entry.getKey(), entry.getValue()))
            .toList());
    return JsonText.of(root);
  }

  private static Map<String, @Nullable Object> workload(WorkloadResult result) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("name", result.name());
    putFigure(row, "", result, Figures::median);
    row.put("goal", result.goal().general());
    row.put("reached", result.reached(Side.GENERAL));
    row.put("pinned_goal", result.goal().pinned());
    row.put("pinned_reached", result.reached(Side.PINNED));
    if (result.hasTail()) {
      putFigure(row, "p99_", result, Figures::p99);
      putFigure(row, "p999_", result, Figures::p999);
    }
    row.put("contenders", byLabel(result.figures(), JsonReport::figures));
    row.put("troubles", byLabel(result.troubles(), trouble -> trouble));
    return row;
  }

  /** Ours, the best of each side and the ratios, by one kind of figure. */
  private static void putFigure(
      Map<String, @Nullable Object> row,
      String prefix,
      WorkloadResult result,
      ToDoubleFunction<Figures> figure) {
    row.put(prefix + "ours_ns", result.ours().map(figure::applyAsDouble).orElse(null));
    row.put(prefix + "general_rival", rival(result, Side.GENERAL, figure));
    row.put(prefix + "general_ns", nanos(result, Side.GENERAL, figure));
    row.put(prefix + "ratio", orNull(result.ratio(Side.GENERAL, figure)));
    row.put(prefix + "pinned_rival", rival(result, Side.PINNED, figure));
    row.put(prefix + "pinned_ns", nanos(result, Side.PINNED, figure));
    row.put(prefix + "pinned_ratio", orNull(result.ratio(Side.PINNED, figure)));
  }

  private static Map<String, @Nullable Object> throughput(int workers, WorkloadResult result) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("workers", workers);
    row.put("per_second", byLabel(result.figures(), figures -> 1e9 / figures.median()));
    row.put("troubles", byLabel(result.troubles(), trouble -> trouble));
    return row;
  }

  private static Map<String, @Nullable Object> figures(Figures figures) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("median_ns", figures.median());
    row.put("min_ns", figures.least());
    row.put("cpu_ns", figures.cpu());
    if (figures.hasTail()) {
      row.put("p99_ns", figures.p99());
      row.put("p999_ns", figures.p999());
    }
    return row;
  }

  private static <T> Map<String, @Nullable Object> byLabel(
      Map<Contender, T> values, Function<T, Object> mapping) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (Contender contender : Contender.values()) {
      T value = values.get(contender);
      if (value != null) {
        row.put(contender.label(), mapping.apply(value));
      }
    }
    return row;
  }

  private static @Nullable String rival(
      WorkloadResult result, Side side, ToDoubleFunction<Figures> figure) {
    return result.best(side, figure).map(Contender::label).orElse(null);
  }

  private static @Nullable Double nanos(
      WorkloadResult result, Side side, ToDoubleFunction<Figures> figure) {
    return result
        .best(side, figure)
        .map(result.figures()::get)
        .map(figure::applyAsDouble)
        .orElse(null);
  }

  private static @Nullable Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
