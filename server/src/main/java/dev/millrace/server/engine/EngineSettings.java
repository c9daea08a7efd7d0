package dev.millrace.server.engine;

import dev.millrace.server.flow.Limits;
import java.time.Duration;

/**
 * Bounds of an engine.
 *
 * @param workers threads that answer
 * @param backlog how many commands may wait before new work is refused; updates never are
 * @param waiting how many polls may wait
 * @param reads how many reads may run at once
 * @param knownTasks how many workflows and tasks are kept in memory, where that is of use
 * @param knownDefinitions how many definitions are kept
 * @param closeTimeout how long to wait for the server's own tasks when it closes
 */
public record EngineSettings(
    int workers,
    int backlog,
    int waiting,
    int reads,
    int knownTasks,
    int knownDefinitions,
    Duration closeTimeout,
    Limits flow) {

  public static EngineSettings defaults() {
    return new EngineSettings(
        Math.max(2, Runtime.getRuntime().availableProcessors()),
        20_000,
        50_000,
        64,
        100_000,
        2_000,
        Duration.ofSeconds(20),
        Limits.defaults());
  }

  public EngineSettings withCloseTimeout(Duration timeout) {
    return new EngineSettings(
        workers, backlog, waiting, reads, knownTasks, knownDefinitions, timeout, flow);
  }
}
