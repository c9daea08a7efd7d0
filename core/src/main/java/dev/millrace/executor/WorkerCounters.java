package dev.millrace.executor;

/**
 * What one worker has done since the start.
 *
 * @param slices how often it ran a task for one or more steps
 * @param submitted tasks that were submitted from inside its tasks
 * @param parks how often it went to sleep
 * @param permits how often it was given a permit, which ended a sleep
 * @param steals how often it took work from another's partition
 * @param yields how often a task went through its yield queue
 */
public record WorkerCounters(
    long slices,
    long submitted,
    long finished,
    long failed,
    long cancelled,
    long parks,
    long permits,
    long steals,
    long yields) {}
