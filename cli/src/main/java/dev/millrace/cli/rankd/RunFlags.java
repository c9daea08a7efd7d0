package dev.millrace.cli.rankd;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a request is run. Set by picocli. */
final class RunFlags {

  /** The executor has no more. */
  private static final int MAX_WORKERS = 56;

  @Option(
      names = "--async_scheduler",
      description = "Accepted; there is one scheduler, and it is asynchronous.")
  boolean asyncScheduler;

  @Option(
      names = "--within_request_parallelism",
      description = "Accepted; independent nodes always run at the same time.")
  boolean withinRequestParallelism;

  @Option(
      names = "--cpu_threads",
      paramLabel = "N",
      description = "How many worker threads, 1 to 56. Default: one for each processor.")
  @Nullable Integer cpuThreads;

  @Option(
      names = "--deadline_ms",
      paramLabel = "N",
      description = "How long the answer may take. Default: 0, as long as it takes.",
      defaultValue = "0")
  long deadlineMillis;

  @Option(
      names = "--node_timeout_ms",
      paramLabel = "N",
      description = "How long each node may take. Default: 0, as long as it takes.",
      defaultValue = "0")
  long nodeTimeoutMillis;

  @Option(
      names = "--dump-run-trace",
      description = "Adds schema_deltas to the answer: what each node did to the columns.")
  boolean dumpRunTrace;

  @Option(
      names = "--trace",
      description = "Draws the timeline, the nodes and the critical path on standard error.")
  boolean trace;

  @Option(
      names = "--trace-json",
      paramLabel = "FILE",
      description = "Writes the trace as JSON; - is standard error.")
  @Nullable Path traceJson;

  @Option(
      names = "--trace-chrome",
      paramLabel = "FILE",
      description = "Writes the trace for chrome://tracing and Perfetto; - is standard error.")
  @Nullable Path traceChrome;

  void check() {
    if (cpuThreads != null) {
      ensure("--cpu_threads", cpuThreads, 1);
    }
    ensure("--deadline_ms", deadlineMillis, 0);
    ensure("--node_timeout_ms", nodeTimeoutMillis, 0);
  }

  /** Refuses a number that is too small. */
  static void ensure(String flag, long value, long least) {
    if (value < least) {
      throw Refusal.usage("%s is %d, must be at least %d".formatted(flag, value, least));
    }
  }

  int workers() {
    int wanted = cpuThreads == null ? Runtime.getRuntime().availableProcessors() : cpuThreads;
    return Math.min(wanted, MAX_WORKERS);
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

  boolean isTraced() {
    return dumpRunTrace || isTraceShown();
  }

  /** Whether the trace itself is wanted, not only what follows from it. */
  boolean isTraceShown() {
    return trace || traceJson != null || traceChrome != null;
  }
}
