package dev.millrace.simulation;

/**
 * What a scheduler has done so far. Every instance that was submitted is in exactly one of the
 * other counts: {@code submitted = finished + failed + cancelled + rejected + live}. A group
 * without instances counts as one.
 *
 * @param turns how often an instance was given the thread
 */
public record SimulationStats(
    long submitted,
    long finished,
    long failed,
    long cancelled,
    long rejected,
    long live,
    long turns) {}
