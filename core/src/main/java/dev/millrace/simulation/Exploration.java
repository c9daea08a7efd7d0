package dev.millrace.simulation;

import static java.util.Objects.requireNonNull;

/**
 * Runs a test program under many seeds. When one fails, the error names the seed, and running that
 * seed alone fails in the same way.
 */
public final class Exploration {

  /** A test. Checks by throwing; whatever it leaves behind is cancelled. */
  @FunctionalInterface
  public interface Program {
    void run(DeterministicScheduler scheduler) throws Exception;
  }

  private Exploration() {}

  /** Runs {@code program} under the seeds from {@code firstSeed} on. */
  public static void explore(long firstSeed, int seeds, Program program) {
    explore(SimulationConfig.ofSeed(firstSeed), seeds, program);
  }

  /** Runs {@code program} under the seeds from that of {@code config} on. */
  public static void explore(SimulationConfig config, int seeds, Program program) {
    requireNonNull(program, "program is null");
    for (int i = 0; i < seeds; i++) {
      run(config.withSeed(config.seed() + i), program);
    }
  }

  private static void run(SimulationConfig config, Program program) {
    try (DeterministicScheduler scheduler = DeterministicScheduler.create(config)) {
      try {
        program.run(scheduler);
      } catch (Throwable e) { // foreign code: a failed assertion, most likely
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        throw new AssertionError("failed with " + scheduler.diagnostics(), e);
      }
    }
  }
}
