package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What observers and counters see. */
@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class PipelineObserverTest extends ScriptSuite {
  private static final String SCRIPT =
      "S MORE; P MORE; K BLK; !K; K NEED; P Y; P YB; P NEED; S FIN; P.d FINB; K NEED";

  @Test
  void everyCallIsSeenInOrderWithItsInputAndOutput() throws Exception {
    Map<Integer, List<String>> events = new ConcurrentHashMap<>();
    var pipeline = new ScriptedPipeline("S FINB; P EVEN; K NEED", dop, r -> r.resume(), "S P K");
    assertThat(outcomeOf(pipeline, new Recorder(events))).isEqualTo(Outcome.FINISHED);
    assertThat(events.values())
        .hasSize(dop)
        .allSatisfy(lane ->
            assertThat(lane)
                .containsExactly(
                    "channel 0 {",
                    "SOURCE S(null)",
                    "Finished",
                    "PIPE P(S#1)",
                    "Even",
                    "SINK K(P#2)",
                    "NeedsMore",
                    "} NeedsMore",
                    "channel 0 {",
                    "} Finished"));
  }

  @Test
  void anErrorIsSeenByOperatorAndChannel() throws Exception {
    Map<Integer, List<String>> events = new ConcurrentHashMap<>();
    dop = 1;
    var pipeline = new ScriptedPipeline("S ERR", dop, r -> r.resume(), "S K");
    assertThat(outcomeOf(pipeline, new Recorder(events))).isInstanceOf(Outcome.Failed.class);
    assertThat(events.get(0))
        .containsExactly("channel 0 {", "SOURCE S(null)", "ScriptError", "} ScriptError");
  }

  @ParameterizedTest
  @ValueSource(strings = {"S YB", "S Y; S MORE", "S Y; S ERR"})
  void anAnswerThatIsRefusedEndsItsCall(String script) throws Exception {
    Map<Integer, List<String>> events = new ConcurrentHashMap<>();
    dop = 1;
    var pipeline = new ScriptedPipeline(script, dop, r -> r.resume(), "S K");
    assertThat(outcomeOf(pipeline, new Recorder(events))).isInstanceOf(Outcome.Failed.class);
    assertEveryCallEnds(events.get(0));
  }

  @Test
  void noAnswerEndsItsCall() throws Exception {
    Map<Integer, List<String>> events = new ConcurrentHashMap<>();
    assertThat(
            run(
                flow(_ -> null),
                PipelineOptions.<String>ofDop(1).withObserver(new Recorder(events))))
        .isInstanceOf(Outcome.Failed.class);
    assertEveryCallEnds(events.get(0));
  }

  @Test
  void rowsThatCannotBeCountedEndTheCall() throws Exception {
    Map<Integer, List<String>> events = new ConcurrentHashMap<>();
    PipelineOptions<String> options =
        PipelineOptions.<String>ofDop(1)
            .withObserver(new Recorder(events))
            .withRows(_ -> {
              throw new IllegalStateException("rows");
            });
    assertThat(run(flow(_ -> OpOutput.hasMore("batch")), options))
        .isInstanceOf(Outcome.Failed.class);
    assertThat(events.get(0))
        .containsExactly(
            "channel 0 {", "SOURCE S(null)", "IllegalStateException", "} IllegalStateException");
  }

  @Test
  void anObserverThatThrowsIsLoggedAndChangesNothing() throws Exception {
    var pipeline = new ScriptedPipeline(SCRIPT, dop, r -> r.resume(), "S P K");
    var log = new FaultLog(new CopyOnWriteArrayList<>());
    assertThat(outcomeOf(pipeline, new GuardedObserver(new Broken(), log)))
        .isEqualTo(Outcome.FINISHED);
    assertThat(pipeline.traces()).containsOnly(pipeline.whole());
    assertThat(log.faults()).contains("channelBegin", "channelEnd", "operatorBegin", "operatorEnd");
  }

  @Test
  void countersByLaneAndOperator() throws Exception {
    var pipeline = new ScriptedPipeline(SCRIPT, dop, r -> r.resume(), "S P K");
    var run =
        new PipelineRunner(fixture.scheduler())
            .run(pipeline.logical(), PipelineOptions.<String>ofDop(dop).withRows(_ -> 10));
    assertThat(fixture.await(run.done())).isEqualTo(Outcome.FINISHED);
    assertThat(run.counters()).hasSize(4 * dop);
    int last = dop - 1;
    assertThat(run.counters().subList(4 * last, 4 * dop))
        .containsExactly(
            new OpCounters("S", OpRole.SOURCE, 0, last, 2, 0, 1, 0, 10, 0, 0, 0, 0, Map.of()),
            new OpCounters("P", OpRole.PIPE, 0, last, 4, 1, 1, 10, 10, 0, 1, 0, 0, Map.of()),
            new OpCounters("P", OpRole.DRAIN, 0, last, 1, 0, 1, 0, 10, 0, 0, 0, 0, Map.of()),
            new OpCounters("K", OpRole.SINK, 0, last, 3, 2, 0, 20, 0, 1, 0, 0, 0, Map.of()));
  }

  private static LogicalPipeline<String> flow(Source<String> source) {
    return LogicalPipeline.of(
        "flow",
        SourceOp.of("S", source),
        List.of(),
        SinkOp.of("K", (_, _) -> OpOutput.needsMore()));
  }

  private static void assertEveryCallEnds(List<String> events) {
    assertThat(events.stream().filter(event -> event.startsWith("SOURCE")))
        .hasSameSizeAs(events.stream().filter(event -> event.matches("\\w+")).toList());
    assertThat(events.getLast()).isEqualTo("} " + events.get(events.size() - 2));
  }

  private record Recorder(Map<Integer, List<String>> events) implements PipelineObserver {
    private void add(OpContext context, String event) {
      events.computeIfAbsent(context.lane(), _ -> new CopyOnWriteArrayList<>()).add(event);
    }

    private static String end(OpOutput<?> output, Throwable error) {
      return (output == null ? error : output).getClass().getSimpleName();
    }

    @Override
    public void channelBegin(OpContext context) {
      add(context, "channel " + context.channel() + " {");
    }

    @Override
    public void channelEnd(OpContext context, OpOutput<?> output, Throwable error) {
      add(context, "} " + end(output, error));
    }

    @Override
    public void operatorBegin(OpContext context, OpRole role, Operator<?> operator, Object input) {
      add(context, role + " " + operator.name() + "(" + input + ")");
    }

    @Override
    public void operatorEnd(
        OpContext context, OpRole role, Operator<?> operator, OpOutput<?> output, Throwable error) {
      add(context, end(output, error));
    }
  }

  private static final class Broken implements PipelineObserver {
    private static void fail(String event) {
      throw new IllegalStateException(event);
    }

    @Override
    public void channelBegin(OpContext context) {
      fail("channelBegin");
    }

    @Override
    public void channelEnd(OpContext context, OpOutput<?> output, Throwable error) {
      fail("channelEnd");
    }

    @Override
    public void operatorBegin(OpContext context, OpRole role, Operator<?> operator, Object input) {
      fail("operatorBegin");
    }

    @Override
    public void operatorEnd(
        OpContext context, OpRole role, Operator<?> operator, OpOutput<?> output, Throwable error) {
      fail("operatorEnd");
    }
  }
}
