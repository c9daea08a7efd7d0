package dev.millrace.cli.plan;

import dev.millrace.dsl.CompileResult;
import dev.millrace.dsl.PlanBuild;
import dev.millrace.dsl.PlanFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code millrace plan build}: TypeScript in, plan JSON out. */
@Command(
    name = "build",
    description = "Makes plan JSON of a *.plan.ts file, or of all in a folder.",
    footer = "Exit code: 0 all built, 1 at least one is refused, 2 wrong use.")
final class BuildCommand implements Callable<Integer> {
  /** How often a watched folder is looked at. */
  private static final Duration PACE = Duration.ofMillis(300);

  private final Pause pause;

  @Spec private CommandSpec spec;
  @Mixin private RegistryOptions registry;

  @Parameters(paramLabel = "FILE|DIR", description = "What to build.")
  private Path source;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where plans go.")
  private Path out;

  @Option(names = "--force", description = "Builds also what has not changed.")
  private boolean force;

  @Option(names = "--watch", description = "Builds again whenever a source changes.")
  private boolean watch;

  @Option(names = "--json", description = "Prints JSON, one line for each plan.")
  private boolean json;

  BuildCommand() {
    this(Thread::sleep);
  }

  BuildCommand(Pause pause) {
    this.pause = pause;
  }

  /** Lets time go by. */
  @FunctionalInterface
  interface Pause {
    void pass(Duration duration) throws InterruptedException;
  }

  @Override
  public Integer call() throws IOException {
    Sources.require(source, spec);
    var build = PlanBuild.of(registry.compiler());
    if (force) {
      build = build.withForce();
    }
    int exit = once(build);
    Map<String, String> seen = stamps();
    while (watch && passed()) {
      Map<String, String> now = stamps();
      if (!now.equals(seen)) {
        seen = now;
        exit = once(build);
      }
    }
    return exit;
  }

  /** Whether it goes on: an interrupt ends the watching, not with an error. */
  private boolean passed() {
    try {
      pause.pass(PACE);
      return true;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Map<String, String> stamps() throws IOException {
    return PlanFolder.of(Sources.folder(source)).stamps();
  }

  private int once(PlanBuild build) throws IOException {
    var report = new BuildReport(spec.commandLine().getOut(), spec.commandLine().getErr(), json);
    List<CompileResult> results;
    if (Files.isDirectory(source)) {
      PlanFolder folder = PlanFolder.of(source);
      var progress = ProgressLine.of(folder.plans().size(), spec.commandLine().getErr());
      results = build.folder(folder, out, _ -> progress.step());
      progress.done();
    } else {
      results = List.of(build.file(source, out));
    }
    return report.print(results, "built") ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
