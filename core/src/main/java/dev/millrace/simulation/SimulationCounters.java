package dev.millrace.simulation;

/**
 * The balance of a simulation, by the same rules as an executor's: at any time {@code submitted =
 * finished + failed + cancelled + rejected + live}. A group counts as many as it has instances, or
 * as one if it has none.
 *
 * @param turns how often an instance was given the thread
 */
public record SimulationCounters(
    long submitted, long finished, long failed, long cancelled, long rejected, long turns) {

  /** Submitted and not ended. */
  public long live() {
    return submitted - finished - failed - cancelled - rejected;
  }
}
