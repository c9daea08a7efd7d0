package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Outcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Sinks and pipes that say Finished. */
@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class EarlyFinishTest extends ScriptSuite {

  /** Lane 0 sends without end, the others wait for ever. */
  private final SourceOp<List<Long>> mostlyStuck =
      SourceOp.of(
          "mostly stuck",
          at ->
              at.lane() == 0
                  ? OpOutput.hasMore(List.of(1L))
                  : OpOutput.blocked(at.newResumer(), BlockReason.IO));

  @Test
  void P25_sinkFinishedEndsTheLaneAtOnceWithoutDrains() throws Exception {
    oneLane("S MORE; P MORE; K FIN", "S P.d K");
    oneLane("S MORE; P EVEN; K BLK; !K; K FIN", "S P.d K");
    oneLane("S FIN; P.d MORE; K FIN", "S P.d K");
    assertThat(statusNames()).containsOnly(List.of("FINISHED"));
  }

  @Test
  void P25_sinkFinishedStopsTheSourceWithinOneStepPerLane() throws Exception {
    var watch = new FinishWatch(dop);
    var taken = new AtomicInteger();
    SinkOp<List<Long>> hundred =
        SinkOp.of(
            "hundred",
            (_, _) -> taken.incrementAndGet() < 100 ? OpOutput.needsMore() : OpOutput.finished());
    var outcome =
        run(
            LogicalPipeline.of("limit", Numbers.endless(new AtomicLong()), List.of(), hundred),
            PipelineOptions.<List<Long>>ofDop(dop).withObserver(watch));
    assertThat(outcome).isEqualTo(Outcome.FINISHED);
    assertThat(watch.stepsAfter()).allSatisfy(steps -> assertThat(steps).isBetween(0, 1));
  }

  @Test
  void P25_sinkFinishedWakesLanesThatWaitForTheSource() throws Exception {
    var taken = new AtomicInteger();
    SinkOp<List<Long>> five =
        SinkOp.of(
            "five",
            (_, _) -> taken.incrementAndGet() < 5 ? OpOutput.needsMore() : OpOutput.finished());
    assertThat(run(LogicalPipeline.of("stuck", mostlyStuck, List.of(), five), ofDop()))
        .isEqualTo(Outcome.FINISHED);
    assertThat(taken).hasValue(5);
  }

  @Test
  void P25_sinkFinishedSkipsTheLevelsThatAreLeft() throws Exception {
    var opened = new AtomicInteger();
    SinkOp<List<Long>> none = SinkOp.of("none", (_, _) -> OpOutput.finished());
    PipeOp<List<Long>> split = Numbers.unmatched("P", List.of(1L, 2L));
    var outcome =
        run(
            LogicalPipeline.of("levels", Numbers.endless(new AtomicLong()), List.of(split), none),
            ofDop()
                .withObserver(
                    new PipelineObserver() {
                      @Override
                      public void operatorBegin(
                          OpContext context, OpRole role, Operator<?> operator, Object input) {
                        if (operator.name().equals("P.unmatched")) {
                          opened.incrementAndGet();
                        }
                      }
                    }));
    assertThat(outcome).isEqualTo(Outcome.FINISHED);
    assertThat(opened).hasValue(0);
  }

  @Test
  void P25_pipeFinishedStopsWhatIsAboveAndDrainsWhatIsBelow() throws Exception {
    oneLane("S MORE; P1 MORE; P2 FINB; P3 NEED; P3.d FINB; K NEED", "S P1.d P2.d P3 K");
    oneLane("S MORE; P1 MORE; P2 FIN; P3.d MORE; K NEED; P3.d FIN", "S P1.d P2.d P3 K");
    oneLane("S MORE; P1 FINB; P2 MORE; K NEED; P2 EVEN; K NEED", "S P1.d P2 K");
    oneLane("S FIN; P1.d MORE; P2 FINB; P3 EVEN; K BLK; !K; K NEED; P3.d FIN", "S P1 P2.d P3 K");
  }

  @Test
  void P25_pipeFinishedWakesLanesThatWaitAboveIt() throws Exception {
    var result = new Numbers.Collected(dop);
    var outcome =
        run(
            LogicalPipeline.of(
                "stuck",
                mostlyStuck,
                List.of(Numbers.repeat(2), Numbers.limit(10), Numbers.accumulateThree()),
                result),
            ofDop());
    assertThat(outcome).isEqualTo(Outcome.FINISHED);
    assertThat(result.numbers()).hasSize(10);
  }

  @Test
  void P25_aSharedPipeThatFinishedStopsAllItsChannels() throws Exception {
    var result = new Numbers.Collected(dop);
    PipeOp<List<Long>> limit = Numbers.limit(10);
    SourceOp<List<Long>> stuck =
        SourceOp.of("stuck", at -> OpOutput.blocked(at.newResumer(), BlockReason.IO));
    var outcome =
        run(
            LogicalPipeline.of(
                "union",
                List.of(
                    new LogicalPipeline.Channel<>(stuck, List.of(Numbers.repeat(2), limit)),
                    new LogicalPipeline.Channel<>(
                        Numbers.endless(new AtomicLong()), List.of(limit))),
                result),
            ofDop());
    assertThat(outcome).isEqualTo(Outcome.FINISHED);
    assertThat(result.numbers()).hasSize(10);
  }

  /** Who finishes early ends the other lanes too, so a script holds for one lane only. */
  private void oneLane(String script, String flow) throws Exception {
    dop = 1;
    runs(script, flow);
  }

  private PipelineOptions<List<Long>> ofDop() {
    return PipelineOptions.ofDop(dop);
  }

  /** Counts by lane the steps that begin after the sink's answer has been taken in. */
  private static final class FinishWatch implements PipelineObserver {
    private final AtomicIntegerArray steps;
    private volatile boolean finished;

    FinishWatch(int lanes) {
      steps = new AtomicIntegerArray(lanes);
    }

    List<Integer> stepsAfter() {
      return IntStream.range(0, steps.length()).mapToObj(steps::get).toList();
    }

    @Override
    public void channelBegin(OpContext context) {
      if (finished) {
        steps.incrementAndGet(context.lane());
      }
    }

    @Override
    public void channelEnd(OpContext context, OpOutput<?> output, Throwable error) {
      if (output instanceof OpOutput.Finished<?>) {
        finished = true;
      }
    }
  }
}
