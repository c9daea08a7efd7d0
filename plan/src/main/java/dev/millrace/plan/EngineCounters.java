package dev.millrace.plan;

/**
 * What an engine has done so far. Taken without a lock: while requests run, numbers of the same
 * moment may differ by a few.
 *
 * @param requests how many were accepted
 * @param answered how many of them have an answer, with rows or an error
 * @param failed how many of those are errors
 * @param refused requests that were not accepted
 * @param live requests that have not ended: not answered, or still draining
 * @param nodesStarted nodes that began, of requests that have ended
 * @param nodesEnded nodes that ended by themselves, well or badly
 * @param nodesCancelled nodes that were given up because their request was over
 * @param lateCompletions ends of nodes that came after the answer; part of {@code nodesEnded}
 */
public record EngineCounters(
    long requests,
    long answered,
    long failed,
    long refused,
    long live,
    long nodesStarted,
    long nodesEnded,
    long nodesCancelled,
    long lateCompletions) {}
