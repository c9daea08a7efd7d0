package dev.millrace.cli.rankd;

/** What to measure instead of running a request. Set by the command line. */
final class BenchFlags {

  /** 0 if nothing is to be measured. */
  int iterations;

  int concurrency = 1;
  boolean eventLoop;
  String eventLoopMode = "all";
  int count;
  int producers = 1;
  int sleepMillis = 1;
  int tasks = 1000;
  boolean json;

  void declare(FlagTable table) {
    table.heading("Figures");
    table.number(
        "--bench",
        "Runs the plan N times and prints figures; standard input is not read.",
        1,
        number -> iterations = number);
    table.number(
        "--bench_concurrency",
        "How many requests are under way at once. Default: 1.",
        1,
        number -> concurrency = number);
    table.toggle(
        "--bench_eventloop",
        "Measures posts, timers and sleeps on the executor; needs nothing else.",
        () -> eventLoop = true);
    table.text(
        "--bench_eventloop_mode",
        "MODE",
        "posts, timers, sleep_vs_pool or all. Default: all.",
        text -> eventLoopMode = text);
    table.number(
        "--bench_n",
        "How many posts or timers. Default: 0, which is 1000000 posts, 10000 timers.",
        0,
        number -> count = number);
    table.number(
        "--bench_producers", "How many threads post. Default: 1.", 1, number -> producers = number);
    table.number(
        "--bench_sleep_ms",
        "How long timers and sleeps are. Default: 1.",
        0,
        number -> sleepMillis = number);
    table.number(
        "--bench_tasks",
        "How many tasks sleep in sleep_vs_pool. Default: 1000.",
        1,
        number -> tasks = number);
    table.toggle("--bench_json", "Prints the event loop's figures as JSON.", () -> json = true);
  }
}
