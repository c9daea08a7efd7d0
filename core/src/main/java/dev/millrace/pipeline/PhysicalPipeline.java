package dev.millrace.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What can run at once: the channels of one level of a {@link LogicalPipeline}.
 *
 * @param level 0 for the explicit sources; an implicit source runs at a later level than the pipe
 *     that it comes from
 */
public record PhysicalPipeline<B>(
    String name, int level, List<Channel<B>> channels, SinkOp<B> sink) {

  /**
   * A channel of one level.
   *
   * @param id the index of the logical channel that this one is or continues; unique in a level
   */
  public record Channel<B>(int id, SourceOp<B> source, List<PipeOp<B>> pipes) {
    public Channel {
      requireNonNull(source, "source is null");
      pipes = List.copyOf(pipes);
    }
  }

  public PhysicalPipeline {
    requireNonNull(name, "name is null");
    channels = List.copyOf(channels);
    requireNonNull(sink, "sink is null");
  }

  List<SourceOp<B>> sources() {
    return channels.stream().map(Channel::source).toList();
  }

  /** The channels, one a line, as {@code Channel0: source -> pipe -> sink}. */
  public String explain() {
    return channels.stream()
        .map(channel ->
            Stream.of(
                    Stream.of(channel.source().name()),
                    channel.pipes().stream().map(PipeOp::name),
                    Stream.of(sink.name()))
                .flatMap(names -> names)
                .collect(Collectors.joining(" -> ", "Channel" + channel.id() + ": ", "")))
        .collect(Collectors.joining("\n"));
  }
}
