package dev.millrace.pipeline;

/** The running side of a {@link SourceOp}. Called by all lanes, possibly at the same time. */
@FunctionalInterface
public interface Source<B> {

  /** The next batch of this lane. */
  OpOutput<B> next(OpContext context) throws Exception;

  /**
   * Called once, however the pipeline ended, after its last call; also if it never started. Must
   * not block.
   */
  default void close() throws Exception {}
}
