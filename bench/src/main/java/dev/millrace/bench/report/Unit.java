package dev.millrace.bench.report;

/** What a figure counts, and whether more of it is better. */
public enum Unit {
  NANOS_A_REQUEST("ns/request", false),
  NANOS_A_ROW("ns/row", false),
  MICROS("µs", false),
  CPU_MICROS("CPU µs/request", false),
  MILLIS("ms", false),
  BYTES_A_REQUEST("bytes/request", false),
  BYTES_A_ROW("bytes/row", false),
  REQUESTS_A_SECOND("requests/s", true),
  COMMANDS_A_SECOND("commands/s", true),
  COMMANDS("commands/request", false),
  ROUND_TRIPS("round trips/request", false),
  TASKS_A_SECOND("tasks/s", true),
  CPU_MICROS_A_TASK("CPU µs/task", false),
  REQUESTS_A_TASK("requests/task", false),
  MICROS_A_FORK("µs/fork", false),
  MEBIBYTES("MiB", false),
  BYTES_A_WORKFLOW("bytes/workflow", false);

  private final String text;
  private final boolean moreIsBetter;

  Unit(String text, boolean moreIsBetter) {
    this.text = text;
    this.moreIsBetter = moreIsBetter;
  }

  public String text() {
    return text;
  }

  /** How many times as good as {@code rival} {@code ours} is. */
  double advantage(double ours, double rival) {
    return moreIsBetter ? ours / rival : rival / ours;
  }
}
