package dev.millrace.pipeline;

import org.jspecify.annotations.Nullable;

/** The running side of a {@link PipeOp}. Called by all lanes, possibly at the same time. */
@FunctionalInterface
public interface Pipe<B> {

  /**
   * Turns a batch into none, one or several.
   *
   * @param input null: go on with what you hold, after HasMore, Blocked, Yield or YieldBack
   */
  OpOutput<B> pipe(OpContext context, @Nullable B input) throws Exception;

  /** As {@link Source#close()}. */
  default void close() throws Exception {}
}
