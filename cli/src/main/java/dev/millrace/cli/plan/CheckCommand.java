package dev.millrace.cli.plan;

import dev.millrace.dsl.CompileResult;
import dev.millrace.dsl.PlanBuild;
import dev.millrace.dsl.PlanFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code millrace plan check}: what build would say, without writing anything. */
@Command(
    name = "check",
    description = "Says what is wrong with a *.plan.ts file, or with all in a folder.",
    footer = "Exit code: 0 all right, 1 at least one is refused, 2 wrong use.")
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RegistryOptions registry;

  @Parameters(paramLabel = "FILE|DIR", description = "What to check.")
  private Path source;

  @Option(names = "--json", description = "Prints JSON, one line for each plan.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Sources.require(source, spec);
    var build = PlanBuild.of(registry.compiler());
    List<CompileResult> results =
        Files.isDirectory(source)
            ? build.folder(PlanFolder.of(source), null, _ -> {})
            : List.of(build.file(source, null));
    var report = new BuildReport(spec.commandLine().getOut(), spec.commandLine().getErr(), json);
    return report.print(results, "checked") ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
