package dev.millrace.cli.rankd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Runs the scripts as processes. */
@DisabledOnOs(OS.WINDOWS)
final class RankdScriptIT {

  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  private RankdRun launch(Path script, String request, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(args));
    Path in = Files.writeString(folder.resolve("in"), request);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("MILLRACE_BUILD", "never");
    builder.environment().put("MILLRACE_AOT", "never");
    builder.environment().put("MILLRACE_JAVA_HOME", System.getProperty("java.home"));
    int exit = builder.start().waitFor();
    return new RankdRun(exit, Files.readString(out), Files.readString(err));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bin/rankd", "engine/bin/rankd"})
  void oneRequestGetsOneAnswer(String script) throws Exception {
    RankdRun run = launch(REPOSITORY.resolve(script), "{\"request_id\":\"é\",\"user_id\":\"7\"}");

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.json().path("request_id").stringValue()).isEqualTo("é");
    assertThat(run.json().path("candidates").size()).isEqualTo(5);
  }

  @Test
  void aLinkToTheScriptWorksFromAnyFolder() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("rank"), REPOSITORY.resolve("bin/rankd"));

    RankdRun run = launch(link, "", "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("Usage: rankd").contains("--deadline_ms");
  }

  @Test
  void aWrongFlagIsTold() throws Exception {
    RankdRun run = launch(REPOSITORY.resolve("bin/rankd"), "", "--deadline", "5");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(JsonMapper.shared().readTree(run.out()).path("code").stringValue())
        .isEqualTo("USAGE");
    assertThat(run.err()).startsWith("Error: unknown flag '--deadline'");
  }
}
