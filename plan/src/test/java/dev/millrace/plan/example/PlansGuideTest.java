package dev.millrace.plan.example;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.EngineConfig;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.PlanRequest;
import dev.millrace.plan.io.EndpointClients;
import dev.millrace.plan.io.RedisSettings;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/plans.md} says is true: its tables are the engine's, its code compiles. */
class PlansGuideTest {

  private static final Path ROOT = root();

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/plans.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static String guide() throws IOException {
    return Files.readString(ROOT.resolve("docs/plans.md"));
  }

  private static String source(String simpleName) throws IOException {
    return Files.readString(
        ROOT.resolve("plan/src/test/java/dev/millrace/plan/example/%s.java".formatted(simpleName)));
  }

  @Test
  void fiveLinesRunAPlan(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("my_plan.plan.json");
    Path _ =
        Files.writeString(
            file,
            """
            {"schema_version":1,"plan_name":"my_plan","nodes":[
             {"node_id":"a","op":"test::fixed_source","inputs":[],"params":{"row_count":3}}],
             "outputs":["a"]}
            """);
    // guide: embed
    var load = PlanLoader.create(Registries.builtin(Environment.DEV)).load(file);
    try (var executor = MillraceExecutor.create(ExecutorConfig.defaults());
        var clients = EndpointClients.open(RedisSettings.defaults());
        var engine = PlanEngine.create(executor, clients, EngineConfig.defaults())) {
      var plan = ((PlanLoad.Loaded) load).plan();
      PlanAnswer answer = engine.run(plan, PlanRequest.of("r1", 7).withTrace());
      // guide: end
      assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
    }
  }

  @Test
  void theCodeThatEmbedsTheEngineIsTheOneThatWasJustRun() throws IOException {
    String code = source("PlansGuideTest");
    int begin = code.indexOf("// guide: embed\n") + "// guide: embed\n".length();
    String snippet = code.substring(begin, code.indexOf("// guide: end", begin)).stripIndent();

    assertThat(guide()).contains(snippet.strip());
  }

  @Test
  void theOpOfTheGuideIsTheOneThatIsTested() throws IOException {
    String code = source("BoostOp");

    assertThat(guide()).contains(code.substring(code.indexOf("public final class")).strip());
  }

  @Test
  void allBuiltInOpsAreListedWithTheirParams() throws IOException {
    String table =
        OpCatalog.installed().specs().stream()
            .filter(spec -> !spec.name().startsWith("acme::"))
            .map(PlansGuideTest::row)
            .collect(joining("\n"));

    assertThat(guide()).contains(table);
  }

  private static String row(OpSpec spec) {
    String params =
        spec.params().stream()
            .filter(param -> !param.name().equals("trace"))
            .map(PlansGuideTest::text)
            .collect(joining("; "));
    return "| `%s` | %d | %s | %s |".formatted(spec.name(), spec.inputs(), params, spec.doc());
  }

  private static String text(OpParam param) {
    List<String> words = new ArrayList<>();
    words.add("`%s` %s".formatted(param.name(), param.type().name().toLowerCase(Locale.ROOT)));
    if (param.min() != null) {
      words.add(String.format(Locale.ROOT, "%,d to %,d", param.min(), param.max()));
    }
    if (param.required()) {
      words.add("required");
    } else if (param.defaultValue() != null) {
      words.add("default " + param.defaultValue());
    }
    return String.join(", ", words);
  }

  @Test
  void allErrorCodesAreExplained() throws IOException {
    for (PlanError.Code code : PlanError.Code.values()) {
      assertThat(guide()).contains("| `%s` |".formatted(code));
    }
  }

  @Test
  void allKeysAndParamsThatAreBuiltInAreListed() throws IOException {
    Registries registries = Registries.builtin(Environment.DEV);
    List<String> rows = new ArrayList<>();
    for (KeySpec key : registries.keys().entries()) {
      rows.add("| %d | `%s` | %s |".formatted(key.id(), key.name(), text(key)));
    }
    for (ParamSpec param : registries.params().entries()) {
      String type = param.type().name().toLowerCase(Locale.ROOT);
      rows.add(
          "| %d | `%s` | %s%s |"
              .formatted(param.id(), param.name(), type, param.nullable() ? ", may be null" : ""));
    }

    assertThat(Arrays.asList(guide().split("\n"))).containsAll(rows);
  }

  private static String text(KeySpec key) {
    return key.type().name().toLowerCase(Locale.ROOT)
        + (key.nullable() ? ", may be null" : "")
        + (key.allowWrite() ? "" : ", read only");
  }
}
