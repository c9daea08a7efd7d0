package dev.millrace.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlanBuildTest {

  private static final String HEAD = "import { definePlan } from \"@millrace/runtime\";\n";

  @TempDir private Path temp;

  private final PlanBuild build = PlanBuild.of(TestNames.compiler()).withParallelism(2);

  private static String plan(String name, int count) {
    return HEAD
        + "export default definePlan({ name: \"%s\", build: (ctx) => ctx.test.fixedSource({ rowCount: %d }) });"
            .formatted(name, count);
  }

  @CanIgnoreReturnValue
  private Path write(String name, String text) throws IOException {
    Path file = temp.resolve("plans").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private List<CompileResult> build() throws IOException {
    return build.folder(PlanFolder.of(temp.resolve("plans")), temp.resolve("out"), _ -> {});
  }

  @Test
  void onlyWhatChangedIsMadeAgain() throws IOException {
    write("a.plan.ts", plan("a", 1));
    write("sub/b.plan.ts", plan("b", 1));

    assertThat(build()).hasOnlyElementsOfType(CompileResult.Compiled.class).hasSize(2);
    assertThat(build()).hasOnlyElementsOfType(CompileResult.Unchanged.class).hasSize(2);
    write("a.plan.ts", plan("a", 2));
    assertThat(build())
        .extracting(result -> result.getClass().getSimpleName())
        .containsExactly("Compiled", "Unchanged");
  }

  @Test
  void aChangedImportMakesThePlanAgain() throws IOException {
    write(
        "lib/rows.ts",
        "export const rows = (ctx: any, n: number) => ctx.test.fixedSource({ rowCount: n });");
    write(
        "a.plan.ts",
        HEAD
            + "import { rows } from \"./lib/rows\";"
            + "export default definePlan({ name: \"a\", build: (ctx) => rows(ctx, 3) });");
    var first = (CompileResult.Compiled) build().getFirst();
    assertThat(first.sources()).containsExactly("a.plan.ts", "lib/rows.ts");
    assertThat(first.json()).contains("\"file\":\"lib/rows.ts\"");

    write(
        "lib/rows.ts",
        "export const rows = (ctx: any, n: number) => ctx.test.fixedSource({ rowCount: n + 1 });");

    assertThat(((CompileResult.Compiled) build().getFirst()).json()).contains("\"row_count\":4");
  }

  @Test
  void inAFolderAPlanIsCalledAsItsFile() throws IOException {
    Path file = write("a.plan.ts", plan("b", 1));

    assertThat(((CompileResult.Refused) build().getFirst()).diagnostics().getFirst().message())
        .contains("the plan is called 'b' and its file 'a.plan.ts'");
    var alone = (CompileResult.Compiled) build.file(file, temp.resolve("out"));
    assertThat(alone.warnings().getFirst().message()).contains("the plan is called 'b'");
    assertThat(temp.resolve("out/b.plan.json")).exists();
  }

  @Test
  void twoFilesOfOneNameAreTold() throws IOException {
    write("a.plan.ts", plan("a", 1));
    write("x/a.plan.ts", plan("a", 1));

    assertThat(build())
        .filteredOn(CompileResult.Refused.class::isInstance)
        .singleElement()
        .extracting(CompileResult::file)
        .isEqualTo("x/a.plan.ts");
  }

  @Test
  void theSameSourcesGiveTheSameBytes() throws IOException {
    write(
        "a.plan.ts", SeedExamplesTest.resource("complex_dag.plan.ts").replace("complex_dag", "a"));
    var first =
        (CompileResult.Compiled) build.withForce().file(temp.resolve("plans/a.plan.ts"), null);
    var second =
        (CompileResult.Compiled) build.withForce().file(temp.resolve("plans/a.plan.ts"), null);

    assertThat(second.json()).isEqualTo(first.json());
    assertThat(first.digest()).matches("[0-9a-f]{16}");
    assertThat(first.json()).contains("\"bundle_digest\":\"" + first.digest() + "\"");
  }

  @Test
  void oneRefusedPlanDoesNotStopTheOthers() throws IOException {
    write("a.plan.ts", "while (true) {}");
    write("b.plan.ts", plan("b", 1));
    var told = new ArrayList<CompileResult>();

    var results =
        build.folder(PlanFolder.of(temp.resolve("plans")), temp.resolve("out"), told::add);

    assertThat(results)
        .extracting(result -> result.getClass().getSimpleName())
        .containsExactly("Refused", "Compiled");
    assertThat(told).containsExactlyInAnyOrderElementsOf(results);
    assertThat(temp.resolve("out/index.json")).content().contains("\"b\"").doesNotContain("\"a\"");
  }

  @Test
  void filesThatImportEachOtherAreRefused() throws IOException {
    write("x.ts", "import { y } from \"./y\"; export const x = 1;");
    write("y.ts", "import { x } from \"./x\"; export const y = 1;");
    write("a.plan.ts", "import { x } from \"./x\";");

    assertThat(((CompileResult.Refused) build().getFirst()).diagnostics().getFirst().toString())
        .startsWith("y.ts:1:19: these files import each other: x.ts → y.ts → x.ts");
  }

  @Test
  void anUnusedNodeIsAWarning() {
    var result =
        (CompileResult.Compiled)
            TestNames.compiler()
                .compileText(
                    "a.plan.ts",
                    HEAD
                        + "export default definePlan({ name: 'a', build: (ctx) => {"
                        + " ctx.test.fixedSource(); return ctx.test.fixedSource(); } });");

    assertThat(result.warnings())
        .singleElement()
        .extracting(Object::toString)
        .asString()
        .startsWith("a.plan.ts:2:")
        .contains("nobody uses the rows of this fixed_source");
  }

  @Test
  void capabilitiesAndExtensionsAreWritten() {
    var result =
        (CompileResult.Compiled)
            TestNames.compiler()
                .compileText(
                    "a.plan.ts",
                    HEAD
                        + "const cap = 'cap.rfc.0001.extensions_capabilities.v1';"
                        + "export default definePlan({ name: 'a', build: (ctx) => {"
                        + " ctx.requireCapability(cap, {});"
                        + " return ctx.op('test::fixed_source', { row_count: 2, trace: 'src',"
                        + " extensions: { [cap]: {} } }); } });");

    assertThat(result.json().lines().map(String::strip))
        .contains(
            "\"capabilities_required\": [\"cap.rfc.0001.extensions_capabilities.v1\"],",
            "\"extensions\": {",
            "\"cap.rfc.0001.extensions_capabilities.v1\": {}")
        .anyMatch(line -> line.contains("\"params\":{\"row_count\":2,\"trace\":\"src\"}"));
  }
}
