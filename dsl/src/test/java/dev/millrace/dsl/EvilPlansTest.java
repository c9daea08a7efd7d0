package dev.millrace.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.dsl.source.CompileLimits;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans that want more than a plan may have. Each is refused, and the next plan compiles. */
final class EvilPlansTest {

  private static final int MANY = 100_000;

  static Stream<String> evilPlans() throws IOException, URISyntaxException {
    try (var files = Files.list(folder())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("evilPlans")
  void isRefused(String name) throws Exception {
    String text = Files.readString(folder().resolve(name));
    String expected = text.lines().findFirst().orElseThrow().replace("// refused: ", "");

    // Steps and sizes end it, not the clock: a busy machine changes nothing.
    var limits = CompileLimits.standard().withTime(Duration.ofMinutes(5));
    var compiler = TestNames.compiler().withLimits(limits);
    var result = PlanBuild.of(compiler).file(folder().resolve(name), null);

    assertThat(result).isInstanceOf(CompileResult.Refused.class);
    var diagnostic = ((CompileResult.Refused) result).diagnostics().getFirst();
    assertThat(List.of(expected.split("\\|", -1)))
        .as(diagnostic.rendered())
        .anyMatch(diagnostic.message()::contains);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "[",
        "{a:",
        "!",
        "-",
        "a=>",
        "a?b:",
        "a=",
        "f(",
        "a.b(",
        "a+(",
        "`${",
        "1+",
        "1**",
        "a||",
        "a.b.",
        "a[0][",
        "if(1)",
        "{",
        "for(;;)",
        "()=>{",
        "let x: A<",
        "let x: [",
        "let x: (",
        "new ",
        "typeof ",
        "...",
        "(x=(",
        "a as ",
        "import ",
        "export ",
        "function f(){",
        "/*",
        "\"",
        "'\\u{",
        "case ",
        "0x",
        "1_",
        "9"
      })
  void deepNestingIsRefusedOrReadButNeverBreaksTheProcess(String unit) {
    var result = TestNames.compiler().compileText("t.plan.ts", unit.repeat(MANY));

    assertThat(result).isInstanceOf(CompileResult.Refused.class);
  }

  @Test
  void balancedNestingIsRefused() {
    for (String pair : List.of("()", "[]")) {
      String open = pair.substring(0, 1);
      String close = pair.substring(1);
      String text = "const x = " + open.repeat(MANY) + "1" + close.repeat(MANY) + ";";

      assertThat(message(text)).contains("nested more than");
    }
  }

  @Test
  void speculationDoesNotMultiply() {
    int depth = 60;
    String text = "const x = " + "(x=".repeat(depth) + "1" + "):T".repeat(depth) + ";";

    assertThat(message(text)).isNotEmpty();
  }

  @Test
  void aLongChainOfOperatorsIsRefused() {
    assertThat(message("const x = 1" + "+1".repeat(MANY) + ";")).contains("operators in a row");
    assertThat(message("const x = a" + ".b".repeat(MANY) + ";")).contains("calls in a row");
  }

  @Test
  void allowedNestingRunsOnAnyCallersStack() {
    String deep = "const x = " + "[".repeat(60) + "1" + "]".repeat(60) + ".length;";
    String recursive =
        deep
            + "const f = (n) => n === 0 ? 0 : 1 + f(n - 1); if (f(150) !== 150) throw new"
            + " Error('no');";

    assertThat(message(recursive)).contains("exports no plan");
  }

  @Test
  void aFileThatIsTooLongIsRefused() {
    assertThat(message(" ".repeat(300_000))).contains("at most 262144 characters");
  }

  @Test
  void theClockEndsWhatTheStepsWouldAllow() {
    var now = new AtomicLong();
    var compiler =
        TestNames.compiler()
            .withLimits(CompileLimits.standard().withTime(Duration.ofMillis(10)))
            .withClock(() -> now.addAndGet(1_000_000));

    var result = compiler.compileText("t.plan.ts", "while (true) {}");

    assertThat(((CompileResult.Refused) result).diagnostics().getFirst().message())
        .contains("more than 10 ms");
  }

  @Test
  void aLinkThatLeadsOutIsNotFollowed(@TempDir Path temp) throws IOException {
    Path secret = Files.writeString(temp.resolve("secret.ts"), "export const x = 1;");
    Path plans = Files.createDirectory(temp.resolve("plans"));
    Files.createSymbolicLink(plans.resolve("link.ts"), secret);
    Files.createSymbolicLink(plans.resolve("up"), temp);
    for (String from : List.of("./link", "./up/secret")) {
      Path plan =
          Files.writeString(plans.resolve("p.plan.ts"), "import { x } from \"" + from + "\";");

      var result = PlanBuild.of(TestNames.compiler()).file(plan, null);

      assertThat(((CompileResult.Refused) result).diagnostics().getFirst().message())
          .contains("a link that leads out of the folder");
    }
  }

  @Test
  void controlCharactersOfTheSourceDoNotReachTheTerminal() {
    var result = TestNames.compiler().compileText("t.plan.ts", "const a = \"\u001B[31m\" * 2;");

    assertThat(((CompileResult.Refused) result).diagnostics().getFirst().rendered())
        .doesNotContain("\u001B");
  }

  @AfterEach
  void theNextPlanCompiles() {
    var good =
        TestNames.compiler()
            .compileText("t.plan.ts", SeedExamplesTest.resource("complex_dag.plan.ts"));

    assertThat(good).isInstanceOf(CompileResult.Compiled.class);
  }

  private static String message(String text) {
    var result = TestNames.compiler().compileText("t.plan.ts", text);
    return ((CompileResult.Refused) result).diagnostics().getFirst().message();
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(EvilPlansTest.class.getResource("/evil").toURI());
  }
}
