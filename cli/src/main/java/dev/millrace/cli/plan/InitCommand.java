package dev.millrace.cli.plan;

import dev.millrace.dsl.PlanStarter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code millrace plan init}: a folder that is ready for plans. */
@Command(
    name = "init",
    description = {
      "Makes a folder ready for plans: types for the editor, tsconfig.json, an example.",
      "In a folder that is ready it makes the types anew and leaves the rest as it is."
    })
final class InitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RegistryOptions registry;

  @Parameters(paramLabel = "DIR", description = "The folder; it is made if it is not there.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    List<String> written = PlanStarter.write(folder, registry.compiler().names());
    var out = spec.commandLine().getOut();
    written.forEach(file -> out.println("wrote " + folder.resolve(file)));
    out.println("Next: millrace plan build %s --out %s".formatted(folder, folder.resolve("out")));
    out.flush();
    return ExitCode.OK;
  }
}
