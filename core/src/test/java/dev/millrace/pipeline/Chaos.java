package dev.millrace.pipeline;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Resumer;
import dev.millrace.task.TaskGroup;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Puts trouble before every call of every operator: it blocks some times, each time woken from
 * elsewhere, then yields, and only then answers. The answers of the plan must not change.
 */
final class Chaos<B> {
  private final int blocks;
  private final Consumer<Runnable> elsewhere;
  private final IdentityHashMap<PipeOp<B>, PipeOp<B>> pipes = new IdentityHashMap<>();

  Chaos(int blocks, Consumer<Runnable> elsewhere) {
    this.blocks = blocks;
    this.elsewhere = elsewhere;
  }

  LogicalPipeline<B> around(LogicalPipeline<B> plan) {
    List<LogicalPipeline.Channel<B>> channels =
        plan.channels().stream()
            .map(channel ->
                new LogicalPipeline.Channel<>(
                    around(channel.source()),
                    channel.pipes().stream()
                        .map(pipe -> pipes.computeIfAbsent(pipe, ChaoticPipe::new))
                        .toList()))
            .toList();
    var next = plan.next();
    return new LogicalPipeline<>(
        plan.name(),
        channels,
        new ChaoticSink(plan.sink()),
        next == null ? null : source -> around(next.apply(source)));
  }

  private SourceOp<B> around(SourceOp<B> source) {
    return new ChaoticSource(source);
  }

  /** The trouble of one operator in one role, by lane and channel. */
  private final class Trouble {
    private final Station.Call<B> call;
    private final Map<Long, Place> places = new ConcurrentHashMap<>();

    Trouble(Station.Call<B> call) {
      this.call = call;
    }

    OpOutput<B> answer(OpContext at, B input) throws Exception {
      long key = at.lane() * 1000L + at.channel();
      return places.computeIfAbsent(key, _ -> new Place()).answer(at, input, call);
    }
  }

  private final class Place {
    private B held;
    private int phase;
    private boolean yielded;

    OpOutput<B> answer(OpContext at, B input, Station.Call<B> call) throws Exception {
      if (input != null) {
        held = input;
      }
      if (!yielded && phase < blocks + 2) {
        return trouble(at, phase++);
      }
      B batch = held;
      held = null;
      phase = 0;
      OpOutput<B> output = call.answer(at, batch);
      yielded = output instanceof OpOutput.Yield<B>;
      return output;
    }

    private OpOutput<B> trouble(OpContext at, int turn) {
      if (turn == blocks) {
        return OpOutput.yielding();
      }
      if (turn == blocks + 1) {
        return OpOutput.yieldBack();
      }
      Resumer resumer = at.newResumer();
      elsewhere.accept(resumer::resume);
      return OpOutput.blocked(resumer, BlockReason.OTHER);
    }
  }

  private final class ChaoticSource implements SourceOp<B> {
    private final SourceOp<B> source;

    ChaoticSource(SourceOp<B> source) {
      this.source = source;
    }

    @Override
    public String name() {
      return source.name();
    }

    @Override
    public Source<B> open(int dop) {
      Source<B> inner = source.open(dop);
      var trouble = new Trouble((at, _) -> inner.next(at));
      return at -> trouble.answer(at, null);
    }
  }

  private final class ChaoticPipe implements PipeOp<B> {
    private final PipeOp<B> pipe;

    ChaoticPipe(PipeOp<B> pipe) {
      this.pipe = pipe;
    }

    @Override
    public String name() {
      return pipe.name();
    }

    @Override
    public Pipe<B> open(int dop) {
      return new Trouble(pipe.open(dop)::pipe)::answer;
    }

    @Override
    public Optional<Drain<B>> drain(int dop) {
      return pipe.drain(dop)
          .map(drain -> {
            var trouble = new Trouble((at, _) -> drain.drain(at));
            return at -> trouble.answer(at, null);
          });
    }

    @Override
    public Optional<SourceOp<B>> implicitSource() {
      return pipe.implicitSource().map(source -> around(source));
    }
  }

  private final class ChaoticSink implements SinkOp<B> {
    private final SinkOp<B> sink;

    ChaoticSink(SinkOp<B> sink) {
      this.sink = sink;
    }

    @Override
    public String name() {
      return sink.name();
    }

    @Override
    public Sink<B> open(int dop) {
      return new Trouble(sink.open(dop)::sink)::answer;
    }

    @Override
    public List<TaskGroup> frontend(int dop) {
      return sink.frontend(dop);
    }

    @Override
    public Optional<SourceOp<B>> implicitSource() {
      return sink.implicitSource();
    }
  }
}
