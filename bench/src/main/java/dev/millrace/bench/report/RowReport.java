package dev.millrace.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows as a table for people, or as JSON. */
public final class RowReport {

  private RowReport() {}

  /** With a line on how the figures were made. */
  public static String table(List<Row> rows, Machine machine, String how) {
    StringBuilder out = new StringBuilder();
    add(out, "what", "Millrace", "", "rival", "", "ratio", "goal", "");
    for (Row row : rows) {
      Row.Rival rival = row.rival();
      Double ratio = row.ratio();
      add(
          out,
          row.name(),
          number(row.ours()),
          row.unit().text(),
          rival == null ? "" : rival.name(),
          rival == null ? "" : number(rival.value()),
          ratio == null ? "" : "%.2f".formatted(ratio),
          row.goal().text(),
          reached(row));
    }
    return out.append('\n')
        .append(how)
        .append(" Ratio: how many times as good as the rival; where the goal is \"<= so many ")
        .append("times\", how many times the rival's figure.\n")
        .append(machine)
        .append('\n')
        .toString();
  }

  private static String reached(Row row) {
    Boolean reached = row.reached();
    return reached == null ? "" : reached ? "reached" : "missed";
  }

  private static void add(StringBuilder out, String... cells) {
    out.append(
            String.format(
                    Locale.ROOT, "%-22s %13s %-19s  %-28s %13s %8s  %-12s %s", (Object[]) cells)
                .stripTrailing())
        .append('\n');
  }

  private static String number(double value) {
    String format = value < 10 ? "%.2f" : value < 1000 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }

  public static String json(List<Row> rows, Machine machine) {
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("machine", machine.asMap());
    root.put("rows", rows.stream().map(RowReport::map).toList());
    return JsonText.of(root) + "\n";
  }

  private static Map<String, @Nullable Object> map(Row row) {
    Row.Rival rival = row.rival();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("name", row.name());
    map.put("ours", row.ours());
    map.put("unit", row.unit().text());
    map.put("rival", rival == null ? null : rival.name());
    map.put("rival_value", rival == null ? null : rival.value());
    map.put("ratio", row.ratio());
    map.put("goal", row.goal().text());
    map.put("reached", row.reached());
    return map;
  }
}
