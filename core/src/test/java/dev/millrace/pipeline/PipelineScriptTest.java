package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of calls, by scripts. */
@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class PipelineScriptTest extends ScriptSuite {
  private static final String MULTI_CHANNEL =
      "S1 BLK; S2 BLK; RESUME S1; S1 MORE; P1 EVEN; K NEED; S1 BLK; RESUME S1; S1 MORE;"
          + " P1 EVEN; K NEED; S1 BLK; RESUME S2; S2 MORE; P2 EVEN; K NEED; S2 MORE; P2 BLK;"
          + " RESUME S1; S1 MORE; RESUME P2; P1 NEED; S1 MORE; P1 EVEN; K NEED; S1 MORE;"
          + " P1 BLK; P2 EVEN; K NEED; S2 BLK; RESUME P1; P1 EVEN; K NEED; RESUME S2; S1 MORE;"
          + " P1 BLK; S2 MORE; P2 EVEN; K BLK; RESUME P1; P1 EVEN; K BLK; RESUME K; K NEED;"
          + " S2 BLK; RESUME K; K NEED; S1 MORE; P1 EVEN; K NEED; S1 BLK; RESUME S2; S2 MORE;"
          + " RESUME S1; P2 EVEN; K NEED; S1 FIN; S2 MORE; P2 EVEN; K BLK; RESUME K; K NEED;"
          + " S2 FIN";

  @Test
  void P01_emptySource() throws Exception {
    runs("S FIN", "S K");
  }

  @Test
  void P02_emptySourceNotReady() throws Exception {
    runs("S BLK; !S; S FIN", "S K");
    assertThat(statusNames()).hasSize(dop).containsOnly(List.of("BLOCKED", "FINISHED"));
  }

  @Test
  void P03_twoSourcesOneNotReady() throws Exception {
    runsChannels("S1 BLK; S2 FIN; !S1; S1 FIN", "S1 K", "S2 K");
    assertThat(statusNames()).hasSize(dop).containsOnly(List.of("CONTINUE", "FINISHED"));
    runsSuspendedChannels("S1 BLK; S2 FIN; !S1; S1 FIN", "S1 K", "S2 K");
    assertThat(statusNames()).hasSize(dop).containsOnly(List.of("CONTINUE", "BLOCKED", "FINISHED"));
  }

  @Test
  void P04_onePass() throws Exception {
    runs("S MORE; K NEED; S FIN", "S K");
  }

  @Test
  void P05_onePassDirectFinish() throws Exception {
    runs("S FINB; K NEED", "S K");
  }

  @Test
  void P06_onePassWithPipe() throws Exception {
    runs("S MORE; P EVEN; K NEED; S FIN", "S P K");
  }

  @Test
  void P07_pipeNeedsMore() throws Exception {
    runs("S MORE; P NEED; S FINB; P EVEN; K NEED", "S P K");
  }

  @Test
  void P08_pipeHasMore() throws Exception {
    runs("S MORE; P MORE; K NEED; P(null) EVEN; K NEED; S FIN", "S P K");
  }

  @Test
  void P09_pipeYield() throws Exception {
    runs("S MORE; P Y; P YB; P NEED; S FIN", "S P K");
    assertThat(statusNames())
        .hasSize(dop)
        .containsOnly(List.of("YIELD", "CONTINUE", "CONTINUE", "FINISHED"));
  }

  @Test
  void P10_pipeBlockedResumesWithNullInput() throws Exception {
    runs("S MORE; P BLK; !P; P(null) NEED; S FIN", "S P K");
    assertThat(statusNames()).hasSize(dop).containsOnly(List.of("BLOCKED", "CONTINUE", "FINISHED"));
  }

  @Test
  void P11_drain() throws Exception {
    runs(
        "S MORE; P EVEN; K NEED; S FINB; P EVEN; K NEED; P.d MORE; K NEED; P.d Y; P.d YB;"
            + " P.d MORE; K NEED; P.d BLK; !P; P.d FINB; K NEED",
        "S P K");
  }

  @Test
  void P12_implicitSource() throws Exception {
    runs("S FINB; P EVEN; K NEED; I FINB; K NEED", "S P/I K");
  }

  @Test
  void P13_backpressure() throws Exception {
    runs("S MORE; P EVEN; K BLK; !K; K(null) BLK; !K; K NEED; S FINB; P EVEN; K NEED", "S P K");
  }

  @Test
  void P14_multiPipe() throws Exception {
    runs(
        "S MORE; P1 EVEN; P2 EVEN; K NEED; S MORE; P1 NEED; S MORE; P1 NEED; S BLK; RESUME S;"
            + " S MORE; P1 MORE; P2 Y; P2 YB; P2 NEED; P1 Y; P1 YB; P1 MORE; P2 BLK; RESUME P2;"
            + " P2 NEED; P1 BLK; RESUME P1; P1 EVEN; P2 EVEN; K NEED; S MORE; P1 BLK; RESUME P1;"
            + " P1 MORE; P2 BLK; RESUME P2; P2 MORE; K NEED; P2 MORE; K BLK; RESUME K; K NEED;"
            + " P2 EVEN; K NEED; P1 EVEN; P2 MORE; K NEED; P2 EVEN; K NEED; S FINB; P1 EVEN;"
            + " P2 EVEN; K NEED",
        "S P1 P2 K");
  }

  @Test
  void P15_multiDrain() throws Exception {
    runs(
        "S FIN; P1.drain BLK; RESUME P1; P1.drain MORE; P2 Y; P2 YB; P2 BLK; RESUME P2; P2 NEED;"
            + " P1.drain MORE; P2 EVEN; K BLK; RESUME K; K NEED; P1.drain FIN; P2.drain BLK;"
            + " RESUME P2; P2.drain MORE; K BLK; RESUME K; K NEED; P2.drain Y; P2.drain YB;"
            + " P2.drain MORE; K NEED; P2.drain FIN",
        "S P1 P2 K");
  }

  @Test
  void P16_multiChannel() throws Exception {
    runsChannels(MULTI_CHANNEL, "S1 P1 K", "S2 P2 K");
    runsSuspendedChannels(MULTI_CHANNEL, "S1 P1 K", "S2 P2 K");
    assertThat(statusNames())
        .hasSize(dop)
        .allSatisfy(lane -> assertThat(lane).containsSequence("BLOCKED", "CONTINUE"));
  }

  @Test
  void P17_drainProducesTailOutput() throws Exception {
    runs("S FIN; P.d FINB; K NEED", "S P K");
  }

  @Test
  void P18_multiChannelAllBlocked() throws Exception {
    runsChannels("S1 BLK; S2 BLK; !S2; S2 FIN; !S1; S1 FIN", "S1 K", "S2 K");
    assertThat(statusNames()).hasSize(dop).containsOnly(List.of("BLOCKED", "CONTINUE", "FINISHED"));
    runsSuspendedChannels("S1 BLK; S2 BLK; !S2; S2 FIN; !S1; S1 FIN", "S1 K", "S2 K");
    assertThat(statusNames())
        .hasSize(dop)
        .containsOnly(List.of("BLOCKED", "CONTINUE", "BLOCKED", "FINISHED"));
  }

  @Test
  void P19_anErrorCancelsSubsequentCalls() throws Exception {
    var pipeline = new ScriptedPipeline("S ERR", dop, resumer -> resumer.resume(), "S K");
    assertThat(outcomeOf(pipeline, PipelineObserver.NONE)).isInstanceOf(Outcome.Failed.class);
    assertThat(pipeline.traces()).contains(List.of("S ERR"));
    assertThat(statusNames()).allSatisfy(lane -> assertThat(lane).containsOnly("CANCELLED"));
  }

  @Test
  void P22_whileTheSinkIsBlockedNothingAboveItIsCalled() throws Exception {
    String script = "S MORE; P MORE; K BLK; !K; K NEED; P NEED; S FIN";
    runs(script, "S P K");
    runsSuspendedChannels(script, "S P K");
    assertThat(statusNames())
        .hasSize(dop)
        .containsOnly(List.of("BLOCKED", "CONTINUE", "CONTINUE", "FINISHED"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // needs more after backpressure, after a yield
        "S MORE; P EVEN; K BLK; !K; K NEED; S MORE; P NEED; S FIN",
        "S MORE; P Y; P YB; P NEED; S MORE; P Y; P YB; P NEED; S FIN",
        // has more after backpressure, after a yield
        "S MORE; P MORE; K BLK; !K; K NEED; P MORE; K BLK; !K; K NEED; P EVEN; K NEED; S FIN",
        "S MORE; P Y; P YB; P MORE; K NEED; P Y; P YB; P EVEN; K NEED; S FIN",
        // a yield around backpressure, and backpressure around a yield
        "S MORE; P Y; P YB; P MORE; K BLK; !K; K NEED; P Y; P YB; P NEED; S FIN",
        "S MORE; P MORE; K BLK; !K; K Y; K YB; K BLK; !K; K NEED; P NEED; S FIN",
        "S FIN; P.d Y; P.d YB; P.d MORE; K BLK; !K; K NEED; P.d Y; P.d YB; P.d FINB; K BLK; !K;"
            + " K NEED",
        // sources and sinks may yield too
        "S Y; S YB; S MORE; P EVEN; K Y; K YB; K NEED; S Y; S YB; S FINB; P EVEN; K Y; K YB; K NEED"
      })
  void P23_combinations(String script) throws Exception {
    runs(script, "S P K");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "S MORE; P EVEN; K BLK; !K; K NEED; S ERR",
        "S MORE; P EVEN; K BLK; !K; K ERR",
        "S MORE; P MORE; K BLK; !K; K NEED; P ERR",
        "S MORE; P Y; P YB; P MORE; K BLK; !K; K NEED; P Y; P YB; P ERR"
      })
  void P23_errorAfterBackpressureAndYield(String script) throws Exception {
    var pipeline = new ScriptedPipeline(script, dop, resumer -> resumer.resume(), "S P K");
    assertThat(outcomeOf(pipeline, PipelineObserver.NONE))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.error()).isInstanceOf(ScriptError.class));
  }
}
