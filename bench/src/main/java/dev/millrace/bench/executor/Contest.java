package dev.millrace.bench.executor;

import dev.millrace.bench.report.Progress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * One workload between all contenders. They take their rounds in turn (ours, A, B, …, ours, A, B,
 * …), so that what else the machine does hits all alike; the figure of each is the median of its
 * rounds. Who hangs or fails is left out from then on and named in the result.
 */
final class Contest {
  /** Lets the threads of the one before fall asleep. */
  private static final Duration GAP = Duration.ofMillis(3);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final Workload workload;
  private final BenchOptions options;
  private final Progress progress;
  private final Map<Contender, Entrant> entrants = new EnumMap<>(Contender.class);
  private final Map<Contender, String> troubles = new EnumMap<>(Contender.class);

  Contest(Workload workload, BenchOptions options, Progress progress) {
    this.workload = workload;
    this.options = options;
    this.progress = progress;
  }

  WorkloadResult run() throws InterruptedException {
    try {
      enterAll();
      System.gc();
      for (int i = 0; i < options.warmups(); i++) {
        playAll("warm-up", entrant -> entrant.warmUp(options.roundTime()));
      }
      Duration roundTime = options.roundTime().multipliedBy(workload.roundTimes());
      for (int i = 1; i <= options.rounds(); i++) {
        playAll("round " + i + "/" + options.rounds(), entrant -> entrant.measure(roundTime));
      }
      return result();
    } finally {
      closeAll();
    }
  }

  private void enterAll() throws InterruptedException {
    for (Contender contender : Contender.values()) {
      if (options.contenders().contains(contender)) {
        progress.turn("prepares", contender.label());
        Turn<Contender.Entry> turn =
            OutsideThread.call(() -> contender.enter(workload, options.workers()), options.limit());
        switch (turn) {
          case Turn.Done<Contender.Entry>(var entry) ->
              entrants.put(contender, new Entrant(entry, workload.batchSize()));
          case Turn.Failed<Contender.Entry>(var why) -> exclude(contender, "failed: " + why);
          case Turn.Hung<Contender.Entry>(var why) -> exclude(contender, "hung: " + why);
        }
      }
    }
  }

  private void playAll(String stage, Play play) throws InterruptedException {
    for (Map.Entry<Contender, Entrant> entry : new EnumMap<>(entrants).entrySet()) {
      progress.turn(stage, entry.getKey().label());
      play(entry.getKey(), entry.getValue(), play);
      Thread.sleep(GAP);
    }
  }

  private void play(Contender contender, Entrant entrant, Play play) throws InterruptedException {
    Turn<Boolean> turn =
        OutsideThread.call(
            () -> {
              play.on(entrant);
              return true;
            },
            options.limit());
    switch (turn) {
      case Turn.Done<Boolean>(var done) -> {}
      case Turn.Failed<Boolean>(var why) -> exclude(contender, "failed: " + why);
      case Turn.Hung<Boolean>(var why) ->
          exclude(contender, "hung: " + why + "\n" + entrant.diagnostics());
    }
  }

  private void exclude(Contender contender, String why) throws InterruptedException {
    progress.trouble(workload.name() + ": " + contender.label() + " " + why);
    troubles.put(contender, why);
    Entrant entrant = entrants.remove(contender);
    if (entrant != null) {
      close(entrant);
    }
  }

  private WorkloadResult result() {
    Map<Contender, Figures> figures = new EnumMap<>(Contender.class);
    entrants.forEach((contender, entrant) -> figures.put(contender, entrant.figures()));
    return new WorkloadResult(workload.name(), workload.goal(), figures, troubles);
  }

  private void closeAll() throws InterruptedException {
    for (Entrant entrant : entrants.values()) {
      close(entrant);
    }
  }

  /** Its figures are in; a pool that does not close can only cost memory. */
  private static void close(Entrant entrant) throws InterruptedException {
    Turn<Boolean> _ =
        OutsideThread.call(
            () -> {
              entrant.close();
              return true;
            },
            CLOSE_LIMIT);
  }

  /** What a contender does in its turn. */
  @FunctionalInterface
  private interface Play {
    void on(Entrant entrant) throws InterruptedException;
  }
}
