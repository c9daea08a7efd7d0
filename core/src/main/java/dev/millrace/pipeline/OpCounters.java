package dev.millrace.pipeline;

/**
 * What one operator did in one channel on one lane. A pipe and its drain count apart.
 *
 * @param rowsIn 0 unless the options say how many rows a batch has, as {@code rowsOut}
 */
public record OpCounters(
    String operator,
    OpRole role,
    int channel,
    int lane,
    long calls,
    long batchesIn,
    long batchesOut,
    long rowsIn,
    long rowsOut,
    long blocks,
    long yields) {}
