package dev.millrace.pipeline;

/**
 * The tail of a pipe: what it holds when its channel's source has finished. Called lane by lane,
 * after the drains of the pipes above; its batches go through the pipes below.
 */
@FunctionalInterface
public interface Drain<B> {
  OpOutput<B> drain(OpContext context) throws Exception;
}
