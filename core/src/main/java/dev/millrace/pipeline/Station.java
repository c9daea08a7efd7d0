package dev.millrace.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * One opened operator in one role, the same for all lanes and channels of a physical pipeline.
 *
 * @param call all four kinds of call in one shape; sources and drains ignore the input
 */
record Station<B>(OpRole role, Operator<B> operator, Call<B> call) {

  @FunctionalInterface
  interface Call<B> {
    OpOutput<B> answer(OpContext context, @Nullable B input) throws Exception;
  }

  static <B> Station<B> of(SourceOp<B> op, Source<B> source) {
    return new Station<>(OpRole.SOURCE, op, (context, none) -> source.next(context));
  }

  static <B> Station<B> of(PipeOp<B> op, Pipe<B> pipe) {
    return new Station<>(OpRole.PIPE, op, pipe::pipe);
  }

  static <B> Station<B> of(PipeOp<B> op, Drain<B> drain) {
    return new Station<>(OpRole.DRAIN, op, (context, none) -> drain.drain(context));
  }

  static <B> Station<B> of(SinkOp<B> op, Sink<B> sink) {
    return new Station<>(OpRole.SINK, op, sink::sink);
  }
}
