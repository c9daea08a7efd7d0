package dev.millrace.stress.server;

/**
 * What a soak has done, and what went wrong.
 *
 * @param workflows acknowledged starts
 * @param steps executions of tasks, as the workers counted them
 * @param lost acknowledged starts that no server knows
 * @param unfinished workflows that did not complete
 * @param wrongOutputs completed workflows whose output is not what it must be
 * @param notOnce steps that the store has not as completed exactly once
 * @param doubleStarts workflows that exist besides the one of their key
 * @param duplicates steps that were executed again
 * @param inFlight as many may have been, because they were in flight when something was killed
 * @param slow and as many, because their leases ran out while nothing was away: a slow machine
 * @param wrongAnswers answers other than success and "not available"
 * @param unavailable answers 503
 * @param unanswered requests without an answer
 */
record Findings(
    Faults faults,
    long workflows,
    long steps,
    long lost,
    long unfinished,
    long wrongOutputs,
    long notOnce,
    long doubleStarts,
    long duplicates,
    long inFlight,
    long slow,
    long wrongAnswers,
    long unavailable,
    long unanswered,
    long crashes) {

  /** How often what was done to it. */
  record Faults(int kills, int restarts, int pauses) {}

  long wrong() {
    return lost
        + unfinished
        + wrongOutputs
        + notOnce
        + doubleStarts
        + wrongAnswers
        + crashes
        + Math.max(0, duplicates - inFlight - slow);
  }

  @Override
  public String toString() {
    return """
    %,d kills, %,d restarts of the database, %,d stopped workers under load
    %,d workflows acknowledged: %,d lost, %,d unfinished, %,d with a wrong output, %,d twice
    %,d steps executed, %,d of them again (%,d were in flight, %,d too slow), %,d not exactly once
    %,d answers 503, %,d without an answer, %,d wrong ones, %,d servers crashed by themselves\
    """
        .formatted(
            faults.kills,
            faults.restarts,
            faults.pauses,
            workflows,
            lost,
            unfinished,
            wrongOutputs,
            doubleStarts,
            steps,
            duplicates,
            inFlight,
            slow,
            notOnce,
            unavailable,
            unanswered,
            wrongAnswers,
            crashes);
  }

  String json(SoakPlan plan, double seconds) {
    return """
    {"soak": "server", "store": "%s", "servers": %d, "seed": %d, "seconds": %.3f,
     "kills": %d, "restarts": %d, "pauses": %d, "workflows": %d, "steps": %d,
     "lost": %d, "unfinished": %d, "wrongOutputs": %d, "notOnce": %d, "doubleStarts": %d,
     "duplicates": %d, "inFlight": %d, "slow": %d, "wrongAnswers": %d, "unavailable": %d,
     "unanswered": %d, "crashes": %d}\
    """
        .formatted(
            plan.place() instanceof SoakPlan.Place.Sqlite ? "sqlite" : "postgres",
            plan.servers(),
            plan.seed(),
            seconds,
            faults.kills,
            faults.restarts,
            faults.pauses,
            workflows,
            steps,
            lost,
            unfinished,
            wrongOutputs,
            notOnce,
            doubleStarts,
            duplicates,
            inFlight,
            slow,
            wrongAnswers,
            unavailable,
            unanswered,
            crashes);
  }
}
