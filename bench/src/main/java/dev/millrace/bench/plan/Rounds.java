package dev.millrace.bench.plan;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.millrace.bench.report.Progress;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Measures loads against each other: they take rounds in turn, some to warm up and some that count,
 * and the figure of each is the median of its rounds. Used by one thread.
 */
final class Rounds {

  /** Times as many as the options say. */
  private static final int MOST_WARMUPS = 3;

  private final PlanBenchOptions options;
  private final Progress progress;
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  Rounds(PlanBenchOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  PlanBenchOptions options() {
    return options;
  }

  /** One median for each of {@code loads}, in their order. */
  List<Sample> measure(Load... loads) throws Exception {
    List<List<Sample>> samples = new ArrayList<>();
    for (Load _ : loads) {
      samples.add(new ArrayList<>());
    }
    warmUp(loads);
    for (int round = 0; round < options.rounds(); round++) {
      for (int side = 0; side < loads.length; side++) {
        progress.turn("round " + (round + 1), "side " + (side + 1));
        samples.get(side).add(measure(loads[side]));
      }
    }
    return samples.stream().map(Sample::ofMedians).toList();
  }

  /**
   * Until each side has had its rounds, and the compiler, on a machine that does other things too,
   * as much processor time as they should have taken; but not for ever.
   */
  private void warmUp(Load... loads) throws Exception {
    long enough = system.getProcessCpuTime();
    enough += options.roundTime().toNanos() * options.warmups() * loads.length;
    int most = MOST_WARMUPS * options.warmups();
    for (int round = 0; round < most; round++) {
      if (round >= options.warmups() && system.getProcessCpuTime() >= enough) {
        return;
      }
      progress.turn("warm-up", "all sides");
      for (Load load : loads) {
        Sample _ = measure(load);
      }
    }
  }

  private Sample measure(Load load) throws Exception {
    long cpu = system.getProcessCpuTime();
    long bytes = threads.getTotalThreadAllocatedBytes();
    long start = System.nanoTime();
    long operations = load.run(start + options.roundTime().toNanos());
    long nanos = System.nanoTime() - start;
    if (operations < 1) {
      throw new IllegalStateException("a round without any operation");
    }
    bytes = threads.getTotalThreadAllocatedBytes() - bytes;
    cpu = system.getProcessCpuTime() - cpu;
    Histogram latencies = load.latencies();
    double count = operations;
    return new Sample(
        nanos / count,
        cpu / count,
        bytes / count,
        latencies == null ? 0 : latencies.getValueAtPercentile(50),
        latencies == null ? 0 : latencies.getValueAtPercentile(99));
  }
}
