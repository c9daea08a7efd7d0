package dev.millrace.pipeline;

import dev.millrace.task.TaskGroup;
import java.util.List;
import java.util.Optional;

/** Where batches end. */
public non-sealed interface SinkOp<B> extends Operator<B> {

  /** Called once per physical pipeline, that is once per level, for all its channels. */
  Sink<B> open(int dop);

  /**
   * Groups that run one after the other when no more batches can come and the backend has ended:
   * merge, build. Asked for at that time, so their sizes may depend on what the sink has seen.
   */
  default List<TaskGroup> frontend(int dop) {
    return List.of();
  }

  /**
   * A group that runs beside all the levels, usually IO. It is asked to finish when no more batches
   * can come.
   */
  default Optional<TaskGroup> backend(int dop) {
    return Optional.empty();
  }

  /**
   * What this sink has made of its input, as the source of another pipeline: see {@link
   * LogicalPipeline#then}. Asked for after the frontends.
   */
  default Optional<SourceOp<B>> implicitSource() {
    return Optional.empty();
  }

  /** A sink without stages of its own. */
  static <B> SinkOp<B> of(String name, Sink<B> sink) {
    return new SinkOp<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Sink<B> open(int dop) {
        return sink;
      }
    };
  }
}
