package dev.millrace.bench.server;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a workflow may be large: one with a dynamic fork of ten thousand branches against one of
 * a thousand, the time of a branch. From the start of the workflow until the last branch's result
 * is answered; one task each, without work, 30 at a time.
 */
final class ForkSection implements ServerSection {

  private static final Goal LINEAR = new Goal.AtMostTimes(1.5);

  @Override
  public String name() {
    return "fork";
  }

  @Override
  public List<Row> run(Site site) throws Exception {
    ServerBenchOptions options = site.options();
    int few = options.forks();
    int many = few * options.forksTimes();
    List<DrainSample> small = new ArrayList<>();
    List<DrainSample> large = new ArrayList<>();
    try (Bout bout = Bout.ours(site)) {
      Drain drain = bout.drain();
      for (int round = -options.warmups(); round < options.rounds(); round++) {
        site.progress().turn(round < 0 ? "warm-up" : "round " + (round + 1), "forks");
        List<DrainSample> some = new ArrayList<>();
        for (int i = 0; i < options.forksTimes(); i++) { // as many branches on either side
          some.add(drain.forks(few));
        }
        DrainSample one = drain.forks(many);
        if (round >= 0) {
          small.add(DrainSample.median(some));
          large.add(one);
        }
      }
    }
    return List.of(
        Row.against(
            "fork_" + many,
            Unit.MICROS_A_FORK,
            micros(large),
            "%,d branches".formatted(few),
            micros(small),
            LINEAR));
  }

  private static double micros(List<DrainSample> samples) {
    return 1e6 / DrainSample.median(samples).tasksPerSecond();
  }
}
