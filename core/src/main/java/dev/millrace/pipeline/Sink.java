package dev.millrace.pipeline;

import org.jspecify.annotations.Nullable;

/** The running side of a {@link SinkOp}. Called by all lanes, possibly at the same time. */
@FunctionalInterface
public interface Sink<B> {

  /**
   * Takes a batch.
   *
   * @param input null: go on with what you hold, after Blocked, Yield or YieldBack. While a sink is
   *     blocked nothing above it in that channel and lane is called: that is the backpressure
   */
  OpOutput<B> sink(OpContext context, @Nullable B input) throws Exception;

  /** As {@link Source#close()}. */
  default void close() throws Exception {}
}
