package dev.millrace.pipeline;

/**
 * A named part of a pipeline. An operator is a description plus whatever its stages share; the code
 * that handles batches comes from its {@code open} method, once for each physical pipeline that the
 * operator is in, right before that pipeline starts. State that must outlive one physical pipeline
 * (a join's table, a sink's runs) belongs to the operator itself; so an operator object that holds
 * such state serves one run.
 *
 * @param <B> the batch, never null and opaque to the pipeline
 */
public sealed interface Operator<B> permits SourceOp, PipeOp, SinkOp {

  /** For people: explain texts, errors, counters. */
  String name();
}
