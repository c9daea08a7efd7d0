package dev.millrace.cli;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the launcher as a process. One test runs the real thing; the others run a copy of the script
 * in a folder of their own (with a space in its name), with a search path that has the shell's
 * tools and, where a test puts them there, stand-ins for Java and Maven.
 */
@DisabledOnOs(OS.WINDOWS)
final class LauncherIT {
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> TOOLS =
      List.of(
          "cat",
          "dirname",
          "find",
          "grep",
          "head",
          "ln",
          "mkdir",
          "mv",
          "nice",
          "readlink",
          "rm",
          "sh",
          "sleep",
          "tail",
          "touch");

  private record Result(int exit, String out, String err) {}

  @TempDir Path folder;
  private Path root;
  private Path path;
  private Path jvms;
  private Path jar;
  private Map<String, String> environment;

  @BeforeEach
  void copyTheLauncher() throws IOException {
    root = Files.createDirectories(folder.resolve("mill race"));
    path = Files.createDirectories(folder.resolve("path"));
    jvms = Files.createDirectories(folder.resolve("jvms"));
    jar = root.resolve("cli/target/millrace.jar");
    Files.copy(REPOSITORY.resolve("millrace"), root.resolve("millrace"), COPY_ATTRIBUTES);
    Files.createDirectories(root.resolve("core/src/main"));
    for (String tool : TOOLS) {
      script(path.resolve(tool), "exec " + locate(tool) + " \"$@\"");
    }
    environment =
        new HashMap<>(
            Map.of(
                "PATH",
                path.toString(),
                "HOME",
                folder.toString(),
                "MILLRACE_JVM_FOLDERS",
                folder.resolve("none") + ":" + jvms,
                "MILLRACE_AOT",
                "never"));
  }

  @Test
  void theRealThingTellsItsVersion() throws Exception {
    environment.clear();
    environment.putAll(System.getenv());
    environment.putAll(Map.of("MILLRACE_BUILD", "never", "MILLRACE_AOT", "never"));
    environment.put("MILLRACE_JAVA_HOME", System.getProperty("java.home"));

    var result = launch(REPOSITORY, "--version");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("millrace ").contains("commit");
    assertThat(result.exit()).isZero();
  }

  @Test
  void withoutAnyJdkItSaysWhatToInstall() throws Exception {
    jdk("old", "24.0.2");

    var result = launch(root, "--version");

    assertThat(result.exit()).isEqualTo(78);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err())
        .startsWith("millrace: needs a JDK 25 or newer and found none: install");
  }

  @Test
  void aJdkThatIsNamedButTooOldIsRefused() throws Exception {
    jdk("new", "25.0.1");
    environment.put("MILLRACE_JAVA_HOME", jdk("old", "17.0.15").toString());

    var result = launch(root, "--version");

    assertThat(result.exit()).isEqualTo(78);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains("MILLRACE_JAVA_HOME", "JDK 17.0.15", "25 or newer");
  }

  @Test
  void itFindsTheJdkThatIsNewEnough() throws Exception {
    jdk("a", "1.8.0_402");
    jdk("b", "21.0.4");
    jdk("c", "26-ea");
    environment.put("JAVA_HOME", jdk("d", "17.0.15").toString());
    build();

    var result = launch(root, "doctor", "two words");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("26-ea: -jar " + jar + " doctor two words\n");
    assertThat(result.exit()).isZero();
  }

  @Test
  void javaHomeComesFirst() throws Exception {
    jdk("a", "25.0.1");
    environment.put("JAVA_HOME", jdk("b", "25.0.2").toString());
    build();

    assertThat(launch(root, "doctor").out()).startsWith("25.0.2: ");
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    jdk("new", "25.0.1");

    var result = launch(root, "doctor");

    assertThat(result.exit()).isEqualTo(78);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains("install Maven");
  }

  @Test
  void aBuildThatFailsShowsItsLastLinesAndItsLog() throws Exception {
    jdk("new", "25.0.1");
    script(path.resolve("mvn"), "echo '[ERROR] planted fault'; exit 1");

    var result = launch(root, "doctor");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    Path log = root.resolve("target/build.log");
    assertThat(result.err())
        .isEqualTo(
            """
            millrace: building (log: %1$s)
            [ERROR] planted fault
            millrace: the build failed; its log is %1$s
            """
                .formatted(log));
    assertThat(root.resolve("target/build.lock")).doesNotExist();
  }

  @Test
  void itBuildsWhatIsMissingOrOutOfDateAndNothingElse() throws Exception {
    jdk("new", "25.0.1");
    script(path.resolve("mvn"), "echo built >>builds; mkdir -p cli/target; touch '" + jar + "'");

    assertThat(launch(root, "doctor").exit()).isZero();
    assertThat(builds()).isEqualTo(1);

    assertThat(launch(root, "doctor").err()).isEmpty();
    assertThat(builds()).isEqualTo(1);

    Path source = Files.writeString(root.resolve("core/src/main/A.java"), "");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(10)));
    assertThat(launch(root, "doctor").out()).isEqualTo("25.0.1: -jar " + jar + " doctor\n");
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void aLockOfADeadBuildIsTakenOver() throws Exception {
    jdk("new", "25.0.1");
    script(path.resolve("mvn"), "mkdir -p cli/target; touch '" + jar + "'");
    var dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.createDirectories(root.resolve("target"));
    Files.createSymbolicLink(root.resolve("target/build.lock"), Path.of(Long.toString(dead.pid())));

    assertThat(launch(root, "doctor").exit()).isZero();
  }

  /** A stand-in for a JDK: its java prints the version and the arguments. */
  @CanIgnoreReturnValue
  private Path jdk(String name, String version) throws IOException {
    Path home = jvms.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    script(home.resolve("bin/java"), "echo \"" + version + ": $*\"");
    script(home.resolve("bin/javac"), "exit 1");
    return home;
  }

  private void build() throws IOException {
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(10)));
  }

  private long builds() throws IOException {
    return Files.readAllLines(root.resolve("builds")).size();
  }

  private static void script(Path file, String commands) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + commands + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static Path locate(String tool) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + tool));
  }

  private Result launch(Path from, String... arguments) throws Exception {
    var command =
        Stream.concat(Stream.of(from.resolve("millrace").toString()), Stream.of(arguments));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    var builder =
        new ProcessBuilder(command.toList())
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    int exit = builder.start().waitFor();
    return new Result(exit, Files.readString(out), Files.readString(err));
  }
}
