package dev.millrace.simulation;

import java.util.List;

/**
 * What a scheduler has chosen so far. Where only one thing could be done, nothing was chosen.
 *
 * @param seed which the choices came from
 * @param choices the first ones, in order
 * @param complete false if there were more than {@link SimulationConfig#traceLimit()}; a replay is
 *     still exact, because the rest follows from the seed
 */
public record Trace(long seed, List<Choice> choices, boolean complete) {
  public Trace {
    choices = List.copyOf(choices);
  }

  @Override
  public String toString() {
    return "Trace[seed " + seed + ", " + choices.size() + (complete ? "" : "+") + " choices]";
  }
}
