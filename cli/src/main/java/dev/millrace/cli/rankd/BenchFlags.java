package dev.millrace.cli.rankd;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to measure instead of running a request. Set by picocli. */
final class BenchFlags {

  @Option(
      names = "--bench",
      paramLabel = "N",
      description = "Runs the plan N times and prints figures; standard input is not read.")
  @Nullable Integer iterations;

  @Option(
      names = "--bench_concurrency",
      paramLabel = "C",
      description = "How many requests are under way at once. Default: 1.",
      defaultValue = "1")
  int concurrency = 1;

  @Option(
      names = "--bench_eventloop",
      description = "Measures posts, timers and sleeps on the executor; needs nothing else.")
  boolean eventLoop;

  @Option(
      names = "--bench_eventloop_mode",
      paramLabel = "MODE",
      description = "posts, timers, sleep_vs_pool or all. Default: all.",
      defaultValue = "all")
  String eventLoopMode = "all";

  @Option(
      names = "--bench_n",
      paramLabel = "N",
      description = "How many posts or timers. Default: 0, which is 1000000 posts, 10000 timers.",
      defaultValue = "0")
  int count;

  @Option(
      names = "--bench_producers",
      paramLabel = "P",
      description = "How many threads post. Default: 1.",
      defaultValue = "1")
  int producers = 1;

  @Option(
      names = "--bench_sleep_ms",
      paramLabel = "MS",
      description = "How long timers and sleeps are. Default: 1.",
      defaultValue = "1")
  int sleepMillis = 1;

  @Option(
      names = "--bench_tasks",
      paramLabel = "N",
      description = "How many tasks sleep in sleep_vs_pool. Default: 1000.",
      defaultValue = "1000")
  int tasks = 1000;

  @Option(names = "--bench_json", description = "Prints the event loop's figures as JSON.")
  boolean json;

  void check() {
    if (iterations != null) {
      RunFlags.ensure("--bench", iterations, 1);
    }
    RunFlags.ensure("--bench_concurrency", concurrency, 1);
    RunFlags.ensure("--bench_n", count, 0);
    RunFlags.ensure("--bench_producers", producers, 1);
    RunFlags.ensure("--bench_sleep_ms", sleepMillis, 0);
    RunFlags.ensure("--bench_tasks", tasks, 1);
  }
}
