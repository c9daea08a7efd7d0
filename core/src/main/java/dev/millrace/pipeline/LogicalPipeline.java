package dev.millrace.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a planner asks for: some channels into one sink. Channels may share pipes, not sources, and
 * must share everything after a pipe that has an implicit source.
 *
 * @param next makes the pipeline that reads the sink's implicit source, null if there is none
 */
public record LogicalPipeline<B>(
    String name,
    List<Channel<B>> channels,
    SinkOp<B> sink,
    @Nullable Function<SourceOp<B>, LogicalPipeline<B>> next) {

  /** A source and the pipes that its batches pass. */
  public record Channel<B>(SourceOp<B> source, List<PipeOp<B>> pipes) {
    public Channel {
      requireNonNull(source, "source is null");
      pipes = List.copyOf(pipes);
      ensureDistinct(pipes, "one channel");
    }
  }

  public LogicalPipeline {
    requireNonNull(name, "name is null");
    channels = List.copyOf(channels);
    requireNonNull(sink, "sink is null");
    ensureDistinct(channels.stream().map(Channel::source).toList(), name);
  }

  public static <B> LogicalPipeline<B> of(String name, List<Channel<B>> channels, SinkOp<B> sink) {
    return new LogicalPipeline<>(name, channels, sink, null);
  }

  /** A pipeline of one channel. */
  public static <B> LogicalPipeline<B> of(
      String name, SourceOp<B> source, List<PipeOp<B>> pipes, SinkOp<B> sink) {
    return of(name, List.of(new Channel<>(source, pipes)), sink);
  }

  /** Continues with the pipeline that {@code next} makes of the sink's implicit source. */
  public LogicalPipeline<B> then(Function<SourceOp<B>, LogicalPipeline<B>> next) {
    return new LogicalPipeline<>(name, channels, sink, next);
  }

  /**
   * The physical pipelines, to be run in this order, each after the one before has ended. Asks
   * every pipe for its implicit source, once.
   *
   * @throws IllegalArgumentException if channels go different ways after a shared pipe that has an
   *     implicit source
   */
  public List<PhysicalPipeline<B>> compile() {
    return new PipelineCompiler<>(this).compile();
  }

  /** Two places of one operator would share what it keeps for a lane. */
  private static <O extends Operator<?>> void ensureDistinct(List<O> operators, String where) {
    Set<O> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (O operator : operators) {
      if (!seen.add(operator)) {
        throw new IllegalArgumentException("'" + operator.name() + "' is twice in " + where);
      }
    }
  }
}
