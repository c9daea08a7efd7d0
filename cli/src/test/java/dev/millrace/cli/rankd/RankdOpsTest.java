package dev.millrace.cli.rankd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.UserOps;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ops of a user's own jars. */
final class RankdOpsTest {

  private static final String REQUEST = "{\"request_id\":\"r1\",\"user_id\":1}";

  private static final String PLAN =
      """
      {"schema_version":1,"plan_name":"own","nodes":[
       {"node_id":"a","op":"test::fixed_source","inputs":[],"params":{"row_count":2}},
       {"node_id":"b","op":"acme::boost","inputs":["a"],"params":{}}],
       "outputs":["b"]}
      """;

  @TempDir Path folder;

  private String plan;

  @BeforeEach
  void writePlan() throws IOException {
    plan = PlanFiles.plan(folder, "own", PLAN);
  }

  private Path boost() throws IOException {
    return UserOps.classes(folder.resolve("boost"), "Boost", UserOps.same("Boost", "acme::boost"));
  }

  private RankdRun run(Object path) {
    return RankdRun.of(REQUEST, "--plan", plan, "--ops", path.toString());
  }

  private RankdRun runWithVariable(Object path, String... more) {
    Map<String, String> environment = Map.of("MILLRACE_OPS", path.toString());
    String[] args = new String[more.length + 2];
    args[0] = "--plan";
    args[1] = plan;
    System.arraycopy(more, 0, args, 2, more.length);
    return RankdRun.of(ClientSource.REAL, environment, REQUEST, args);
  }

  private static void answers(RankdRun run) {
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.json().path("candidates").size()).isEqualTo(2);
  }

  private static void refuses(RankdRun run, String... words) {
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.json().path("code").stringValue()).isEqualTo("USAGE");
    assertThat(run.json().path("detail").stringValue()).contains(words);
    assertThat(run.err()).startsWith("Error: ").contains(words);
  }

  @Test
  void withoutItsJarAnOpIsUnknown() {
    RankdRun run = RankdRun.of(REQUEST, "--plan", plan);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("acme::boost");
  }

  @Test
  void anOpOfAJarOrAFolderRuns() throws IOException {
    Path classes = boost();
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Path jar = UserOps.jar(jars.resolve("boost.jar"), classes);

    for (Path path : List.of(jar, jars, classes)) {
      answers(run(path));
      answers(runWithVariable(path));
    }
    answers(runWithVariable(jar, "--ops", jars + "/../jars/boost.jar"));
    assertThat(RankdRun.of("", "--ops", jar.toString(), "--print-task-manifest").out())
        .contains("acme::boost");
  }

  @Test
  void severalPathsAreSeparatedOrRepeated() throws IOException {
    Path other =
        UserOps.classes(folder.resolve("other"), "Other", UserOps.same("Other", "acme::other"));
    Path boost = boost();

    answers(run(other + File.pathSeparator + boost));
    answers(runWithVariable(other + File.pathSeparator + boost + File.pathSeparator));
    answers(
        RankdRun.of(
            REQUEST, "--plan", plan, "--ops", boost.toString(), "--ops=" + other.toString()));
  }

  @Test
  void aPathWithoutOpsIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("boost.txt"), "no jar");
    Path library = Files.createDirectory(folder.resolve("library"));
    Path jar = UserOps.jar(folder.resolve("library.jar"), library);

    refuses(run("/no/such.jar"), "--ops: /no/such.jar is not there", "name a jar");
    refuses(runWithVariable("/no/such.jar"), "MILLRACE_OPS: /no/such.jar is not there");
    refuses(run(""), "--ops is empty");
    refuses(run(text), text + " is no jar", "name a jar");
    refuses(run(library), library + " has no op", "META-INF/services/dev.millrace.plan.op.Op");
    refuses(run(jar), jar + " has no op");
    Path broken = Files.writeString(library.resolve("broken.jar"), "no jar");
    refuses(run(library), broken + " is no jar");
  }

  @Test
  void aNameThatIsTakenIsRefused() throws IOException {
    Path take = UserOps.classes(folder.resolve("take"), "Take", UserOps.same("Take", "core::take"));

    refuses(run(take), take.toString(), "op 'core::take' is there twice", "acme.Take");
    Path second =
        UserOps.classes(folder.resolve("second"), "Second", UserOps.same("Second", "acme::boost"));
    refuses(
        run(boost() + File.pathSeparator + second), second.toString(), "acme.Second", "acme.Boost");
  }

  @ParameterizedTest
  @CsvSource({
    "null, has no spec",
    "Integer.parseInt(\"x\") > 0 ? null : null, acme.Broken could not be instantiated",
    "null; static final int X = Integer.parseInt(\"x\"), ExceptionInInitializerError",
    "null; { if (spec == null) throw new AssertionError(\"planted\"); }, planted",
    "'OpSpec.of(\"acme::x\", 0).withContract(OutputContract.STABLE_FILTER)', needs 1 input",
  })
  void anOpThatIsBrokenIsRefused(String spec, String complaint) throws IOException {
    Path broken =
        UserOps.classes(
            folder.resolve("broken"), "Broken", UserOps.op("Broken", spec, "input.rows()"));

    refuses(run(broken), broken + " has an op that cannot be used", complaint);
  }

  @Test
  void anOpWhoseClassesAreMissingIsRefused() throws IOException {
    Path none = UserOps.services(folder.resolve("none"), "acme.None");
    refuses(run(none), none.toString(), "acme.None not found", "must name public classes");

    String source = UserOps.op("Needy", "Library.SPEC", "input.rows()");
    String library =
        "final class Library { static final OpSpec SPEC = OpSpec.of(\"acme::x\", 1); }";
    Path needy = UserOps.classes(folder.resolve("needy"), "Needy", source + library);
    Files.delete(needy.resolve("acme/Library.class"));
    refuses(run(needy), needy.toString(), "NoClassDefFoundError", "put all that it needs");
  }

  @Test
  void anOpThatBreaksItsPromiseFailsOnlyIfThatIsChecked() throws IOException {
    Path liar =
        UserOps.classes(
            folder.resolve("liar"),
            "Liar",
            UserOps.op(
                "Liar",
                "OpSpec.of(\"acme::boost\", 1).withContract(OutputContract.UNARY_PRESERVE_VIEW)",
                "RowSet.all(ColumnBatch.ofIds(new long[] {7}))"));

    assertThat(run(liar).exit()).isZero();
    RankdRun checked = RankdRun.of(REQUEST, "--plan", plan, "--ops", liar.toString(), "--check");
    assertThat(checked.exit()).isEqualTo(4);
    assertThat(checked.json().path("code").stringValue()).isEqualTo("CONTRACT_VIOLATED");
    assertThat(checked.json().path("node_id").stringValue()).isEqualTo("b");
    RankdRun bench =
        RankdRun.of("", "--plan", plan, "--ops", liar.toString(), "--check", "--bench", "2");
    assertThat(bench.exit()).isEqualTo(4);
  }
}
