package dev.millrace.pipeline;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What one channel passes, from source to sink.
 *
 * @param id the channel that operators are told
 * @param drains by pipe
 * @param <S> {@link Station} for a pipeline, {@link LaneStation} for one of its lanes
 */
record Stations<S>(int id, S source, List<S> pipes, List<Optional<S>> drains, S sink) {

  <T> Stations<T> map(Function<S, T> each) {
    return new Stations<>(
        id,
        each.apply(source),
        pipes.stream().map(each).toList(),
        drains.stream().map(drain -> drain.map(each)).toList(),
        each.apply(sink));
  }

  /** Source, pipes, drains, sink. */
  Stream<S> all() {
    return Stream.of(
            Stream.of(source),
            pipes.stream(),
            drains.stream().flatMap(Optional::stream),
            Stream.of(sink))
        .flatMap(stream -> stream);
  }
}
