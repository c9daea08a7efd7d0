package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that an operator may not give. */
@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class ContractTest extends ScriptSuite {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          S EVEN                                | source 'S' answered Even, must answer HasMore
          S NEED                                | source 'S' answered NeedsMore, must
          S YB                                  | source 'S' answered YieldBack, must
          S Y; S MORE                           | source 'S' answered HasMore, must answer YieldBack
          S MORE; P YB                          | pipe 'P' answered YieldBack, must answer NeedsMore
          S MORE; P Y; P EVEN                   | pipe 'P' answered Even, must answer YieldBack
          S MORE; P Y; P BLK                    | pipe 'P' answered Blocked, must answer YieldBack
          S MORE; P Y; P Y                      | pipe 'P' answered Yield, must answer YieldBack
          S FIN; P.d EVEN                       | drain 'P' answered Even, must answer HasMore
          S FIN; P.d NEED                       | drain 'P' answered NeedsMore, must answer HasMore
          S FIN; P.d Y; P.d FIN                 | drain 'P' answered Finished, must answer YieldBack
          S MORE; P EVEN; K MORE                | sink 'K' answered HasMore, must answer NeedsMore
          S MORE; P EVEN; K EVEN                | sink 'K' answered Even, must answer NeedsMore
          S MORE; P EVEN; K FINB                | sink 'K' answered Finished with a batch, must
          S MORE; P EVEN; K Y; K NEED           | sink 'K' answered NeedsMore, must answer YieldBack
          """)
  void P26_violationsNameTheOperatorAndItsAnswer(String script, String message) throws Exception {
    var pipeline = new ScriptedPipeline(script, dop, resumer -> resumer.resume(), "S P K");
    assertThat(outcomeOf(pipeline, PipelineObserver.NONE))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed ->
                assertThat(failed.error())
                    .isInstanceOf(ContractViolationException.class)
                    .hasMessageStartingWith(message));
  }

  @Test
  void P26_noAnswerIsAViolation() throws Exception {
    var pipeline =
        LogicalPipeline.<String>of(
            "null",
            SourceOp.of("S", _ -> OpOutput.finished("batch")),
            List.of(PipeOp.of("P", (_, _) -> null)),
            SinkOp.of("K", (_, _) -> OpOutput.needsMore()));
    assertThat(run(pipeline, PipelineOptions.ofDop(dop)))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.error()).hasMessageStartingWith("pipe 'P' answered null"));
  }
}
