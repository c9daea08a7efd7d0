package dev.millrace.pipeline;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

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
    } catch (Throwable failure) { // foreign code: nobody else closes what is open by now
      Throwable second = operators.closeAll();
      if (second != null && second != failure) {
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
    switch (closeAll()) {
      case null -> {}
      case Exception exception -> throw exception;
      case Error fatal -> throw fatal;
      case Throwable other -> throw new ExecutionException(other);
    }
  }

  private @Nullable Throwable closeAll() {
    Throwable failure = null;
    for (AutoCloseable each : closing.reversed()) {
      try {
        each.close();
      } catch (Throwable e) { // foreign code: the others are closed all the same
        if (failure == null) {
          failure = e;
        } else if (failure != e) {
          failure.addSuppressed(e);
        }
      }
    }
    closing.clear();
    return failure;
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
