package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A filter before a take may leave rows out that nobody will see. Whether a request fails must not
 * depend on it, nor on how large the batches are: the rows that were left out fail it too.
 */
class EarlyStopTest {

  private final MillraceExecutor executor =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1));

  @AfterEach
  void close() {
    executor.close();
  }

  private PlanAnswer run(int batchRows, String json) throws InterruptedException {
    CompiledPlan plan = TestLoader.builtin().plan(json);
    PlanEngine engine =
        PlanEngine.create(
            executor, TestPlan.NO_CLIENTS, EngineConfig.defaults().withBatchRows(batchRows));
    return engine.run(plan, PlanRequest.of("r", 1));
  }

  private static PlanError error(PlanAnswer answer) {
    assertThat(answer).isInstanceOf(PlanAnswer.Failed.class);
    return ((PlanAnswer.Failed) answer).error();
  }

  /** The second row makes vm fail: a division by zero is null, and final_score may not be. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4096})
  void aVmBetweenSeesAllRowsOfTheFilter(int batchRows) throws Exception {
    PlanAnswer answer =
        run(
            batchRows,
            """
            {"schema_version":1,"plan_name":"p","nodes":[
             {"node_id":"s","op":"test::fixed_source","inputs":[],"params":{"row_count":3}},
             {"node_id":"f","op":"core::filter","inputs":["s"],"params":{"pred_id":"p0"}},
             {"node_id":"v","op":"core::vm","inputs":["f"],"params":{"out_key":2001,"expr_id":"e0"}},
             {"node_id":"t","op":"core::take","inputs":["v"],"params":{"count":1}}],
             "outputs":["t"],
             "pred_table":{"p0":{"op":"const_bool","value":true}},
             "expr_table":{"e0":{"op":"div","a":{"op":"const_number","value":1},
              "b":{"op":"sub","a":{"op":"key_ref","key_id":1},"b":{"op":"const_number","value":2}}}}}
            """);

    assertThat(error(answer).node()).isEqualTo("v");
    assertThat(error(answer).message()).contains("null result for non-nullable key");
  }

  /** The first row is selected without a look at the param that is not set; the second is not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4096})
  void aPatternThatIsNotSetIsMissedEvenBehindTheLastRowThatIsTaken(int batchRows) throws Exception {
    PlanAnswer answer =
        run(
            batchRows,
            """
            {"schema_version":1,"plan_name":"p","nodes":[
             {"node_id":"s","op":"test::fixed_source","inputs":[],"params":{"row_count":3}},
             {"node_id":"v","op":"core::vm","inputs":["s"],"params":{"out_key":3002,"expr_id":"e0"}},
             {"node_id":"f","op":"core::filter","inputs":["v"],"params":{"pred_id":"p0"}},
             {"node_id":"t","op":"core::take","inputs":["f"],"params":{"count":1}}],
             "outputs":["t"],
             "expr_table":{"e0":{"op":"const_string","value":"x"}},
             "pred_table":{"p0":{"op":"or",
              "a":{"op":"cmp","cmp":"==","a":{"op":"key_ref","key_id":1},
               "b":{"op":"const_number","value":1}},
              "b":{"op":"regex","key_id":3002,"pattern":{"kind":"param","param_id":2}}}}}
            """);

    assertThat(error(answer).node()).isEqualTo("f");
    assertThat(error(answer).message()).contains("param pattern is null or missing");
  }
}
