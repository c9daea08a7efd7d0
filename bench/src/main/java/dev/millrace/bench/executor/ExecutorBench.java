package dev.millrace.bench.executor;

import dev.millrace.bench.report.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** The short form of the benchmark: everything once, in a few minutes. */
final class ExecutorBench {
  static final String IDLE_CPU = "idle_cpu";
  static final String PARKED_BYTES = "parked_bytes";
  static final String THROUGHPUT = "throughput";

  private static final List<Workload> WORKLOADS =
      List.of(
          new SubmitWorkload(),
          new SubmitInsideWorkload(),
          PingPongWorkload.together(),
          PingPongWorkload.crossing(),
          new FanWorkload(),
          new ContinueWorkload(),
          new ContinueInlineWorkload(),
          new YieldWorkload(),
          new SparseWakeWorkload(),
          new WakeLatencyWorkload());

  /** The clock of the process may advance in steps of 10 ms. */
  private static final Duration IDLE_TIME = Duration.ofSeconds(2);

  private static final List<Integer> WORKER_COUNTS = List.of(1, 2, 4);

  /** Enough where nothing is compared with a goal. */
  private static final int MOST_ROUNDS = 3;

  private final BenchOptions options;
  private final Progress progress;

  ExecutorBench(BenchOptions options, PrintWriter progress, boolean terminal) {
    this.options = options;
    int steps = (int) names().stream().filter(options::includes).count();
    this.progress = new Progress(progress, terminal, steps);
  }

  /** Everything that {@code --only} may name. */
  static List<String> names() {
    List<String> names = new ArrayList<>(WORKLOADS.stream().map(Workload::name).toList());
    names.addAll(List.of(IDLE_CPU, PARKED_BYTES, THROUGHPUT));
    return names;
  }

  static Workload workload(String name) {
    return WORKLOADS.stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no workload is named " + name));
  }

  Summary run() throws InterruptedException {
    try {
      List<WorkloadResult> results = new ArrayList<>();
      for (Workload workload : WORKLOADS) {
        if (options.includes(workload.name())) {
          progress.begin(workload.name());
          results.add(new Contest(workload, options, progress).run());
        }
      }
      return new Summary(
          List.copyOf(results),
          resource(IDLE_CPU, () -> Resources.idleCpuPercent(options.workers(), IDLE_TIME)),
          resource(PARKED_BYTES, () -> Resources.bytesPerParkedTask(options.workers())),
          throughput());
    } finally {
      progress.end();
    }
  }

  private Optional<Double> resource(String name, Callable<Double> measurement)
      throws InterruptedException {
    if (!options.includes(name)) {
      return Optional.empty();
    }
    progress.begin(name);
    return switch (OutsideThread.call(measurement, options.limit())) {
      case Turn.Done<Double>(var value) -> Optional.of(value);
      case Turn.Failed<Double>(var why) -> noResult(name + " failed: " + why);
      case Turn.Hung<Double>(var why) -> noResult(name + " hung: " + why);
    };
  }

  private Optional<Double> noResult(String why) {
    progress.trouble(why);
    return Optional.empty();
  }

  private Map<Integer, WorkloadResult> throughput() throws InterruptedException {
    Map<Integer, WorkloadResult> results = new TreeMap<>();
    if (options.includes(THROUGHPUT)) {
      progress.begin(THROUGHPUT);
      EnumSet<Contender> contenders = EnumSet.copyOf(options.contenders());
      // The number of threads that carry virtual threads is fixed for the process.
      contenders.remove(Contender.VIRTUAL_THREADS);
      for (int workers : WORKER_COUNTS) {
        BenchOptions some =
            options
                .withContenders(contenders)
                .withWorkers(workers)
                .withRounds(Math.min(options.rounds(), MOST_ROUNDS));
        results.put(workers, new Contest(new ThroughputWorkload(), some, progress).run());
      }
    }
    return results;
  }
}
