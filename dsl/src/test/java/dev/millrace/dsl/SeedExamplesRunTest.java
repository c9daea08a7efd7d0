package dev.millrace.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.EngineConfig;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.PlanRequest;
import dev.millrace.plan.io.EndpointClients;
import dev.millrace.plan.io.RedisSettings;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples, from TypeScript to rows, on example data in this process. */
final class SeedExamplesRunTest {

  @ParameterizedTest
  @CsvSource({
    "simple_viewer, 1, 1",
    "viewer_filter, 1, 0",
    "parallel_fanout, 2, 1",
    "mixed_pipeline, 1, 1",
    "diamond, 1, 1",
    "complex_dag, 1, 1",
  })
  void givesRows(String name, int outputs, int leastRows) throws InterruptedException {
    // Nothing listens on port 1, so the example data stand in.
    var registries =
        Registries.builtin(Environment.DEV)
            .withEndpoint("redis_default", URI.create("redis://127.0.0.1:1"));
    var loader = PlanLoader.create(registries);
    var compiled =
        (CompileResult.Compiled)
            PlanCompiler.of(loader)
                .compileText(name + ".plan.ts", SeedExamplesTest.resource(name + ".plan.ts"));
    var loaded = (PlanLoad.Loaded) loader.load(compiled.json().getBytes(StandardCharsets.UTF_8));

    try (var executor = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1));
        var clients =
            EndpointClients.openWithExamples(RedisSettings.defaults(), _ -> true, _ -> {});
        var engine = PlanEngine.create(executor, clients, EngineConfig.defaults())) {
      PlanAnswer answer = engine.run(loaded.plan(), PlanRequest.of("r1", 1));

      assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
      var rows = (PlanAnswer.Rows) answer;
      assertThat(rows.outputs())
          .hasSize(outputs)
          .allSatisfy(output -> assertThat(output.size()).isGreaterThanOrEqualTo(leastRows));
    }
  }
}
