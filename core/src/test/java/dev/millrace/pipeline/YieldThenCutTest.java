package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.simulation.DeterministicScheduler;
import dev.millrace.task.BlockReason;
import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.TaskStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One lane yields in its first channel; before it is called again, the other lane ends that channel
 * from below. So the step after the Yield goes to what comes later in the channel, which waits for
 * what the second channel of the same lane brings.
 */
class YieldThenCutTest {
  private static final int WAITING = 0;
  private static final int CUTTING = 1;

  private final HandContext context = new HandContext();
  private final CompletableFuture<Void> brought = new CompletableFuture<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicBoolean held = new AtomicBoolean();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLaneIsNotBlockedWhileAChannelHasNotBeenAsked(boolean drainWaits) throws Exception {
    var step = open(drainWaits).group().task().step();
    assertThat(step.run(context, WAITING)).isEqualTo(TaskStatus.YIELD);
    assertThat(step.run(context, CUTTING)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(step.run(context, WAITING)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(brought).isNotDone();
    assertThat(step.run(context, WAITING)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(brought).isDone();
  }

  @Test
  void aLaneIsBlockedOnceEveryChannelWaits() throws Exception {
    var step = open(true, at -> OpOutput.blocked(at.newResumer(), BlockReason.IO)).group().task();
    assertThat(step.step().run(context, WAITING)).isEqualTo(TaskStatus.YIELD);
    assertThat(step.step().run(context, CUTTING)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(step.step().run(context, WAITING)).isEqualTo(TaskStatus.CONTINUE);
    TaskStatus blocked = step.step().run(context, WAITING);
    assertThat(StepByStep.resumersOf(blocked)).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatTheSecondChannelBringsIsFetched(long seed, boolean drainWaits) throws Exception {
    var scheduler = DeterministicScheduler.create(seed);
    var run =
        new PipelineRunner(scheduler)
            .run(pipeline(drainWaits, this::bring), PipelineOptions.ofDop(2));
    assertThat(scheduler.await(run.done())).isEqualTo(Outcome.FINISHED);
  }

  static Stream<Object[]> seeds() {
    return LongStream.range(0, 100)
        .boxed()
        .flatMap(seed -> Stream.of(true, false).map(waits -> new Object[] {seed, waits}));
  }

  private PipelineTask<String> open(boolean drainWaits) {
    return open(drainWaits, this::bring);
  }

  private PipelineTask<String> open(boolean drainWaits, Source<String> second) {
    PhysicalPipeline<String> level = pipeline(drainWaits, second).compile().getFirst();
    return PipelineTask.open(level, PipelineOptions.ofDop(2));
  }

  /** {@code drainWaits}: the drain waits itself, or gives a batch to a sink that waits. */
  private LogicalPipeline<String> pipeline(boolean drainWaits, Source<String> second) {
    PipeOp<String> last = PipeOp.of("P", (_, _) -> OpOutput.finished());
    return LogicalPipeline.of(
        "yield, then cut",
        List.of(
            new LogicalPipeline.Channel<>(
                SourceOp.of("S0", this::first), List.of(last, new Flushing(drainWaits))),
            new LogicalPipeline.Channel<>(SourceOp.of("S1", second), List.of())),
        SinkOp.of("K", (at, _) -> isBrought(at) ? OpOutput.needsMore() : waiting(at)));
  }

  private OpOutput<String> first(OpContext at) {
    return switch (at.lane() == WAITING ? calls.getAndIncrement() : 2) {
      case 0 -> OpOutput.yielding();
      case 1 -> OpOutput.yieldBack();
      default -> OpOutput.hasMore("the last");
    };
  }

  private OpOutput<String> bring(OpContext at) {
    if (at.lane() == WAITING) {
      brought.complete(null);
    }
    return OpOutput.finished();
  }

  private boolean isBrought(OpContext at) {
    return at.lane() == CUTTING || brought.isDone();
  }

  private OpOutput<String> waiting(OpContext at) {
    Resumer resumer = at.newResumer();
    var _ = brought.thenRun(resumer::resume);
    return OpOutput.blocked(resumer, BlockReason.OTHER);
  }

  /** Has something left for the sink when nothing more comes from above. */
  private final class Flushing implements PipeOp<String> {
    private final boolean drainWaits;

    Flushing(boolean drainWaits) {
      this.drainWaits = drainWaits;
    }

    @Override
    public String name() {
      return "Q";
    }

    @Override
    public Pipe<String> open(int dop) {
      return (_, input) -> OpOutput.even(input);
    }

    @Override
    public Optional<Drain<String>> drain(int dop) {
      return Optional.of(this::flush);
    }

    private OpOutput<String> flush(OpContext at) {
      if (drainWaits && !isBrought(at)) {
        return waiting(at);
      }
      return !drainWaits && at.lane() == WAITING && held.compareAndSet(false, true)
          ? OpOutput.hasMore("left")
          : OpOutput.finished();
    }
  }
}
