package dev.millrace.pipeline;

import dev.millrace.task.TaskGroup;
import java.util.List;
import java.util.Optional;

/** Where batches come from. */
public non-sealed interface SourceOp<B> extends Operator<B> {

  /**
   * Called once, right before the pipeline that reads this source starts with {@code dop} lanes.
   */
  Source<B> open(int dop);

  /** Groups that run one after the other, ahead of the pipeline that reads this source. */
  default List<TaskGroup> frontend(int dop) {
    return List.of();
  }

  /**
   * A group that runs beside the pipeline, usually IO that fills a queue for it. It is asked to
   * finish once the pipeline has ended; if that ended early, a backend that cannot be asked is
   * cancelled.
   */
  default Optional<TaskGroup> backend(int dop) {
    return Optional.empty();
  }

  /** A source without stages of its own. */
  static <B> SourceOp<B> of(String name, Source<B> source) {
    return new SourceOp<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Source<B> open(int dop) {
        return source;
      }
    };
  }
}
