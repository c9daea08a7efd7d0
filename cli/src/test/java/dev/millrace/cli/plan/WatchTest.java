package dev.millrace.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code plan build --watch}, where the test decides what happens while time goes by. */
final class WatchTest {

  private static final String PLAN =
      """
      import { definePlan } from "@millrace/runtime";
      export default definePlan({
        name: "feed",
        build: (ctx) => ctx.test.fixedSource({ rowCount: %s }),
      });
      """;

  @TempDir private Path temp;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** What happens in each pause; after the last one, the watching is ended. */
  private int watch(List<Runnable> meanwhile) {
    Deque<Runnable> left = new ArrayDeque<>(meanwhile);
    BuildCommand.Pause pause =
        _ -> {
          if (left.isEmpty()) {
            throw new InterruptedException("enough");
          }
          left.removeFirst().run();
        };
    return new CommandLine(new BuildCommand(pause))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(
            temp.resolve("plans").toString(), "--out", temp.resolve("out").toString(), "--watch");
  }

  private void write(String file, String text) {
    try {
      Path path = temp.resolve("plans").resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void delete(String file) {
    try {
      Files.delete(temp.resolve("plans").resolve(file));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @AfterEach
  void forgetTheInterrupt() {
    // The command leaves it set, as it should.
    var _ = Thread.interrupted();
  }

  @Test
  void aChangeIsBuiltAndNothingElseIs() {
    write("feed.plan.ts", PLAN.formatted("5"));

    int exit =
        watch(
            List.of(
                () -> {},
                () -> write("feed.plan.ts", PLAN.formatted("7000")),
                () -> {},
                () -> write("more.plan.ts", PLAN.formatted("1").replace("feed", "more"))));

    assertThat(exit).isZero();
    assertThat(out.toString())
        .isEqualTo(
            "1 built\n1 built\n1 built, 1 unchanged\n".replace("\n", System.lineSeparator()));
    assertThat(temp.resolve("out/feed.plan.json")).content().contains("\"row_count\":7000");
    assertThat(temp.resolve("out/index.json"))
        .content()
        .contains("feed.plan.json", "more.plan.json");
  }

  @Test
  void aMistakeIsToldAndItsRepairIsBuilt() {
    write("feed.plan.ts", PLAN.formatted("5"));

    int exit =
        watch(
            List.of(
                () -> write("feed.plan.ts", PLAN.formatted("nothing")),
                () -> write("feed.plan.ts", PLAN.formatted("12"))));

    assertThat(exit).isZero();
    assertThat(err.toString()).contains("feed.plan.ts:4:").contains("'nothing'");
    assertThat(out.toString()).contains("0 built, 1 refused");
    assertThat(temp.resolve("out/feed.plan.json")).content().contains("\"row_count\":12");
  }

  @Test
  void theLastBuildDecidesTheExitCode() {
    write("feed.plan.ts", PLAN.formatted("5"));

    assertThat(watch(List.of(() -> write("feed.plan.ts", "export default 1;")))).isEqualTo(1);
  }

  @Test
  void aDeletedPlanLeavesTheIndex() {
    write("feed.plan.ts", PLAN.formatted("5"));
    write("more.plan.ts", PLAN.formatted("1").replace("feed", "more"));

    assertThat(watch(List.of(() -> delete("more.plan.ts")))).isZero();

    assertThat(temp.resolve("out/index.json")).content().contains("feed").doesNotContain("more");
  }
}
