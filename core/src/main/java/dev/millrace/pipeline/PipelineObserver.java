package dev.millrace.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * Sees every call of an operator. Called on the thread that runs the lane; calls for one lane never
 * overlap, calls for different lanes may. A method that throws is logged and changes nothing.
 */
public interface PipelineObserver {

  /** Sees nothing, costs nothing. */
  PipelineObserver NONE = new PipelineObserver() {};

  /** A channel is about to be stepped: one or more operator calls follow. */
  default void channelBegin(OpContext context) {}

  /**
   * The channel has been stepped. Exactly one of {@code output} and {@code error} is null; an
   * output of NeedsMore or YieldBack means that the channel can go on.
   */
  default void channelEnd(
      OpContext context, @Nullable OpOutput<?> output, @Nullable Throwable error) {}

  /** {@code input} is null for sources, drains and whoever is to go on with what it holds. */
  default void operatorBegin(
      OpContext context, OpRole role, Operator<?> operator, @Nullable Object input) {}

  /** Exactly one of {@code output} and {@code error} is null. */
  default void operatorEnd(
      OpContext context,
      OpRole role,
      Operator<?> operator,
      @Nullable OpOutput<?> output,
      @Nullable Throwable error) {}
}
