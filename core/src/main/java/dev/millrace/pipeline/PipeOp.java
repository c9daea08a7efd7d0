package dev.millrace.pipeline;

import java.util.Optional;

/** What turns batches into other batches. */
public non-sealed interface PipeOp<B> extends Operator<B> {

  /** Called once per physical pipeline, also if several of its channels share this operator. */
  Pipe<B> open(int dop);

  /** Called right after {@link #open}, as often. Empty if nothing is ever left over. */
  default Optional<Drain<B>> drain(int dop) {
    return Optional.empty();
  }

  /**
   * A stream that exists only after everything has passed this pipe, such as the unmatched rows of
   * a right join. It becomes the source of a channel of a later level, which goes on with the pipes
   * after this one. Called once, when the pipeline is compiled.
   */
  default Optional<SourceOp<B>> implicitSource() {
    return Optional.empty();
  }

  /** A pipe that keeps nothing. */
  static <B> PipeOp<B> of(String name, Pipe<B> pipe) {
    return new PipeOp<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Pipe<B> open(int dop) {
        return pipe;
      }
    };
  }
}
