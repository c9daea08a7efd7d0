package dev.millrace.pipeline;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The operators of one physical pipeline, each opened once however many channels it is in, and
 * closed in the reverse order. Not thread-safe.
 */
final class OpenOperators<B> {
  private final int dop;
  private final IdentityHashMap<Operator<B>, Station<B>> opened = new IdentityHashMap<>();
  private final IdentityHashMap<Operator<B>, Optional<Station<B>>> drains = new IdentityHashMap<>();
  private final List<AutoCloseable> closing = new ArrayList<>();
  private final List<Stations<Station<B>>> channels = new ArrayList<>();

  private OpenOperators(int dop) {
    this.dop = dop;
  }

  /** Opens all or none. */
  static <B> OpenOperators<B> of(PhysicalPipeline<B> pipeline, int dop) {
    var operators = new OpenOperators<B>(dop);
    try {
      pipeline.channels().forEach(channel -> operators.open(channel, pipeline.sink()));
      return operators;
    } catch (RuntimeException | Error failure) {
      try {
        operators.close();
      } catch (Exception second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  List<Stations<Station<B>>> channels() {
    return channels;
  }

  /** Closes every operator, also if some fail; the first failure carries the others. */
  void close() throws Exception {
    Exception failure = null;
    for (AutoCloseable each : closing.reversed()) {
      try {
        each.close();
      } catch (Exception e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    closing.clear();
    if (failure != null) {
      throw failure;
    }
  }

  private void open(PhysicalPipeline.Channel<B> channel, SinkOp<B> sink) {
    Station<B> source = opened.computeIfAbsent(channel.source(), _ -> open(channel.source()));
    List<Station<B>> pipes = new ArrayList<>();
    List<Optional<Station<B>>> tails = new ArrayList<>();
    for (PipeOp<B> pipe : channel.pipes()) {
      pipes.add(opened.computeIfAbsent(pipe, _ -> open(pipe)));
      tails.add(drains.computeIfAbsent(pipe, _ -> pipe.drain(dop).map(d -> Station.of(pipe, d))));
    }
    Station<B> end = opened.computeIfAbsent(sink, _ -> open(sink));
    channels.add(new Stations<>(channel.id(), source, pipes, tails, end));
  }

  private Station<B> open(SourceOp<B> op) {
    Source<B> source = op.open(dop);
    closing.add(source::close);
    return Station.of(op, source);
  }

  private Station<B> open(PipeOp<B> op) {
    Pipe<B> pipe = op.open(dop);
    closing.add(pipe::close);
    return Station.of(op, pipe);
  }

  private Station<B> open(SinkOp<B> op) {
    Sink<B> sink = op.open(dop);
    closing.add(sink::close);
    return Station.of(op, sink);
  }
}
