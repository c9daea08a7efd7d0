package dev.millrace.cli.rankd;

import dev.millrace.plan.EngineConfig;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a request is run. Set by the command line. */
final class RunFlags {

  /** The executor has no more. */
  private static final int MAX_WORKERS = 56;

  boolean asyncScheduler;
  private int cpuThreads = Runtime.getRuntime().availableProcessors();
  private long maxRows = EngineConfig.defaults().maxRows();
  private long deadlineMillis;
  private long nodeTimeoutMillis;
  private boolean check;
  boolean dumpRunTrace;
  boolean trace;
  @Nullable Path traceJson;
  @Nullable Path traceChrome;

  void declare(FlagTable table) {
    table.heading("The run");
    table.millis(
        "--deadline_ms",
        "How long the answer may take. Default: 0, as long as it takes.",
        millis -> deadlineMillis = millis);
    table.millis(
        "--node_timeout_ms",
        "How long each node may take. Default: 0, as long as it takes.",
        millis -> nodeTimeoutMillis = millis);
    table.number(
        "--cpu_threads",
        "How many worker threads; more than 56 count as 56. Default: one for each processor.",
        1,
        count -> cpuThreads = count);
    table.toggle(
        "--check",
        "Checks the rows of each node against what its op promises.",
        () -> check = true);
    table.number(
        "--max_rows",
        "How many rows the nodes may give together. Default: 20000000.",
        1,
        count -> maxRows = count);
    table.toggle(
        "--async_scheduler",
        "Accepted; there is one scheduler, and it is asynchronous.",
        () -> asyncScheduler = true);
    table.toggle(
        "--within_request_parallelism",
        "Accepted; independent nodes always run at the same time.",
        () -> {});
    table.toggle(
        "--dump-run-trace",
        "Adds schema_deltas to the answer: what each node did to the columns.",
        () -> dumpRunTrace = true);
    table.toggle(
        "--trace",
        "Draws the timeline, the nodes and the critical path on standard error.",
        () -> trace = true);
    table.text(
        "--trace-json",
        "FILE",
        TraceOutput.STANDARD_ERROR,
        "Writes the trace as JSON, to standard error if no file is named.",
        text -> traceJson = PlanFlags.path("--trace-json", text));
    table.text(
        "--trace-chrome",
        "FILE",
        TraceOutput.STANDARD_ERROR,
        "Writes the trace for chrome://tracing and Perfetto, to standard error likewise.",
        text -> traceChrome = PlanFlags.path("--trace-chrome", text));
  }

  int workers() {
    return Math.min(cpuThreads, MAX_WORKERS);
  }

  EngineConfig engine() {
    EngineConfig config = EngineConfig.defaults().withMaxRows(maxRows);
    return check ? config.withChecks() : config;
  }

  @Nullable Duration deadline() {
    return duration(deadlineMillis);
  }

  @Nullable Duration nodeTimeout() {
    return duration(nodeTimeoutMillis);
  }

  private static @Nullable Duration duration(long millis) {
    return millis == 0 ? null : Duration.ofMillis(millis);
  }
}
