package dev.millrace.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.UserOps;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class PlanCommandTest {

  private static final String FEED =
      """
      import { definePlan } from "@millrace/runtime";
      export default definePlan({
        name: "feed",
        build: (ctx) =>
          ctx.test.fixedSource({ rowCount: 9 })
            .vm({ outKey: Key.score, expr: Key.id * 2 })
            .take({ count: 5 }),
      });
      """;

  @TempDir private Path temp;

  private record Result(int exit, String out, String err) {}

  @BeforeEach
  void writePlan() throws IOException {
    Files.writeString(temp.resolve("feed.plan.ts"), FEED);
  }

  private static Result plan(Object... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    String[] words = java.util.Arrays.stream(args).map(String::valueOf).toArray(String[]::new);
    int exit =
        new CommandLine(new PlanCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(words);
    return new Result(exit, out.toString(), err.toString());
  }

  @Test
  void buildsAFileAndAFolder() {
    Path out = temp.resolve("out");

    assertThat(plan("build", temp.resolve("feed.plan.ts"), "--out", out).exit()).isZero();
    assertThat(out.resolve("feed.plan.json")).exists();
    assertThat(plan("build", temp, "--out", out).out()).isEqualTo("0 built, 1 unchanged\n");
    assertThat(plan("build", temp, "--out", out, "--force").out()).isEqualTo("1 built\n");
    assertThat(out.resolve("index.json"))
        .content()
        .contains("\"name\":\"feed\",\"file\":\"feed.plan.json\",\"sha256\":\"");
  }

  @Test
  void aRefusedPlanIsShownWithItsLine() throws IOException {
    Files.writeString(temp.resolve("feed.plan.ts"), FEED.replace("Key.score", "Key.scor"));

    var result = plan("check", temp);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).isEqualTo("0 checked, 1 refused\n");
    assertThat(result.err())
        .contains("feed.plan.ts:6:25: unknown key 'scor'; did you mean 'score'?")
        .contains("  6 |       .vm({ outKey: Key.scor, expr: Key.id * 2 })");
  }

  @Test
  void whatTheEngineWouldRefuseIsShownAtTheSource() throws IOException {
    Files.writeString(temp.resolve("feed.plan.ts"), FEED.replace("Key.score", "Key.id"));

    var result = plan("check", temp.resolve("feed.plan.ts"));

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("feed.plan.ts:6:25: ");
  }

  @Test
  void checkSpeaksJson() {
    assertThat(plan("check", temp, "--json").out())
        .isEqualTo("{\"file\":\"feed.plan.ts\",\"outcome\":\"compiled\",\"messages\":[]}\n");
  }

  @Test
  void showsThePlan() {
    var result = plan("show", temp.resolve("feed.plan.ts"));

    assertThat(result.out())
        .isEqualTo(
            """
            plan feed, 3 nodes
              n0  fixed_source        row_count=9  (feed.plan.ts:5:14)
              n1  vm            ← n0  expr_id=(Key.id * 2) out_key=Key.score  (feed.plan.ts:6:8)
              n2  take          ← n1  count=5  (feed.plan.ts:7:8)
            outputs: n2
            """);
    assertThat(plan("show", temp.resolve("feed.plan.ts"), "--dot").out()).startsWith("digraph");
    assertThat(plan("show", temp.resolve("feed.plan.ts"), "--svg").out()).startsWith("<svg");
  }

  @Test
  void tellsWhatChanged() throws IOException {
    Path other =
        Files.writeString(
            temp.resolve("other.plan.ts"),
            FEED.replace("* 2 })", "* 3 })\n.filter({ pred: Key.id > 1 })"));

    var result = plan("diff", temp.resolve("feed.plan.ts"), other);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out().lines())
        .containsExactly(
            "~ n1 vm: expr_id: (Key.id * 2) → (Key.id * 3)",
            "~ n3 take: rows from [n1] → [n2]",
            "+ n2 filter pred_id=(Key.id > 1)");
    assertThat(plan("diff", other, other).exit()).isZero();
  }

  @Test
  void endpointsAreThoseOfTheEnvironment() throws IOException {
    Path registry = Files.createDirectories(temp.resolve("registry"));
    Files.writeString(
        registry.resolve("endpoints.prod.toml"),
        """
        schema_version = 1
        [[endpoint]]
        endpoint_id = "ep_0009"
        name = "redis_far"
        kind = "redis"
        [endpoint.resolver]
        type = "static"
        host = "redis.example"
        port = 6379
        """);
    Path plans = Files.createDirectories(temp.resolve("plans"));
    Files.writeString(
        plans.resolve("far.plan.ts"),
        FEED.replace("\"feed\"", "\"far\"")
            .replace(
                "ctx.test.fixedSource({ rowCount: 9 })",
                "ctx.viewer({ endpoint: EP.redis.redis_far })"));

    assertThat(plan("check", plans, "--registry", registry, "--env", "prod").exit()).isZero();
    var inDev = plan("check", plans, "--registry", registry);
    assertThat(inDev.exit()).isEqualTo(1);
    assertThat(inDev.err()).contains("endpoints.dev.toml is missing");
    var unknown = plan("check", plans, "--env", "moon");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("environment 'moon' is none of dev, test, prod");
  }

  @Test
  void aNewFolderBuilds() {
    Path fresh = temp.resolve("fresh");

    assertThat(plan("init", fresh).exit()).isZero();
    assertThat(fresh.resolve(".millrace/runtime.d.ts"))
        .content()
        .contains("readonly score: KeyOf<number, \"float\">;")
        .contains("fixedSource(options?: NodeOptions & {");
    assertThat(plan("build", fresh, "--out", fresh.resolve("out")).out()).isEqualTo("1 built\n");
  }

  @Test
  void wrongUseIsTwo() {
    assertThat(plan("build", temp.resolve("nope"), "--out", temp).exit()).isEqualTo(2);
    assertThat(plan("build", temp).exit()).isEqualTo(2);
    assertThat(plan().exit()).isEqualTo(2);
  }

  @Test
  void plansMayUseOpsOfAJar() throws IOException {
    Path ops = UserOps.classes(temp.resolve("ops"), "Boost", UserOps.same("Boost", "acme::boost"));
    Path plan =
        Files.writeString(
            temp.resolve("own.plan.ts"),
            FEED.replace("feed", "own").replace(".vm(", ".acme.boost().vm("));

    assertThat(plan("check", plan).exit()).isEqualTo(1);
    assertThat(plan("check", plan, "--ops", ops).exit()).isZero();
    Result refused = plan("check", plan, "--ops", temp.resolve("none"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--ops: ", "none is not there");
  }
}
