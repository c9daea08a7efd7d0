package dev.millrace.plan.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.EngineConfig;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanFault;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.PlanRequest;
import dev.millrace.plan.io.EndpointClients;
import dev.millrace.plan.io.RedisSettings;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ops that a user wrote, seen from outside: only public classes, found by ServiceLoader. */
class CustomOpsTest {

  private static final String PLAN =
      """
      {"schema_version":1,"plan_name":"custom","nodes":[
       {"node_id":"a","op":"test::fixed_source","inputs":[],"params":{"row_count":3}},
       {"node_id":"c","op":"core::concat","inputs":["a"],"params":{"rhs":"a"}},
       {"node_id":"d","op":"acme::dedupe","inputs":["c"]},
       {"node_id":"v","op":"core::vm","inputs":["d"],"params":{"out_key":2001,"expr_id":"e"}},
       {"node_id":"b","op":"acme::boost","inputs":["v"],"params":{"key":2001,"factor":10}},
       {"node_id":"t","op":"acme::titles","inputs":["b"],"params":{"language":"en","trace":"names"}}],
       "outputs":["t"],
       "expr_table":{"e":{"op":"key_ref","key_id":1}}}
      """;

  private final PlanLoader loader = PlanLoader.create(Registries.builtin(Environment.DEV));
  private final MillraceExecutor executor =
      MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2));
  private final EndpointClients clients = EndpointClients.open(RedisSettings.defaults());
  private final PlanEngine engine =
      PlanEngine.create(executor, clients, EngineConfig.defaults().withBatchRows(2).withChecks());

  @AfterEach
  void close() {
    engine.close();
    clients.close();
    executor.close();
  }

  private CompiledPlan plan(String json) {
    return ((PlanLoad.Loaded) loader.load(json.getBytes(UTF_8))).plan();
  }

  private List<String> faults(String json) {
    PlanLoad load = loader.load(json.getBytes(UTF_8));
    return ((PlanLoad.Refused) load).faults().stream().map(PlanFault::toString).toList();
  }

  @Test
  void areFoundBesideTheBuiltInOnes() {
    assertThat(OpCatalog.installed().names())
        .contains("acme::boost", "acme::dedupe", "acme::titles", "core::vm");
  }

  @Test
  void runInAPlanAsTheBuiltInOnesDo() throws Exception {
    PlanAnswer answer = engine.run(plan(PLAN), PlanRequest.of("r1", 1).withTrace());

    RowSet rows = ((PlanAnswer.Rows) answer).outputs().getFirst();
    FloatColumn scores = (FloatColumn) rows.batch().column(2001);
    StringColumn titles = (StringColumn) rows.batch().column(3002);
    assertThat(rows.size()).isEqualTo(3);
    for (int position = 0; position < 3; position++) {
      int row = rows.row(position);
      assertThat(scores.values()[row]).isEqualTo(10.0 * (position + 1));
      assertThat(titles.get(row)).isEqualTo("title " + (position + 1));
    }
    assertThat(answer.trace().nodes().get(2).work().batches()).isEqualTo(3);
    assertThat(answer.trace().nodes().get(5).label()).isEqualTo("names");
  }

  @Test
  void haveTheirParamsCheckedWhenThePlanIsLoaded() {
    assertThat(faults(PLAN.replace("\"factor\":10", "\"factor\":\"ten\",\"volume\":11")))
        .anyMatch(fault -> fault.contains("$.nodes[4].params.factor"))
        .anyMatch(fault -> fault.contains("$.nodes[4].params.volume"));
    assertThat(faults(PLAN.replace("\"key\":2001,\"factor\"", "\"key\":3002,\"factor\"")))
        .singleElement()
        .asString()
        .contains("boost: key 'title' is no float");
    assertThat(faults(PLAN.replace("acme::boost", "acme::bost")))
        .anyMatch(fault -> fault.contains("acme::boost"));
  }

  @Test
  void failTheirNodeWithWhatTheySay() throws Exception {
    CompiledPlan noService = plan(PLAN.replace("\"language\":\"en\"", "\"language\":\"de\""));

    PlanError error = ((PlanAnswer.Failed) engine.run(noService, PlanRequest.of("r1", 1))).error();

    assertThat(error.code()).isEqualTo(PlanError.Code.IO_FAILED);
    assertThat(error.node()).isEqualTo("t");
    assertThat(error.op()).isEqualTo("acme::titles");
    assertThat(error.message()).contains("no titles in de");
  }
}
