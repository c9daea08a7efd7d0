package dev.millrace.cli.plan;

import dev.millrace.dsl.runtime.JsonWriter;
import dev.millrace.dsl.view.PlanDiff;
import java.io.IOException;
import java.nio.file.Path;
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

/** {@code millrace plan diff}: what changed between two plans. */
@Command(
    name = "diff",
    description = "Says what changed between two plans, *.plan.ts or *.plan.json.",
    footer = "Exit code: 0 nothing, 1 something, 2 wrong use.")
final class DiffCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RegistryOptions registry;

  @Parameters(index = "0", paramLabel = "A", description = "The plan before.")
  private Path before;

  @Parameters(index = "1", paramLabel = "B", description = "The plan after.")
  private Path after;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Sources.require(before, spec);
    Sources.require(after, spec);
    var compiler = registry.compiler();
    List<String> changes =
        PlanDiff.of(ViewedPlan.of(before, compiler), ViewedPlan.of(after, compiler));
    var out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonWriter.compact(Map.of("changes", changes)));
    } else {
      changes.forEach(out::println);
    }
    out.flush();
    return changes.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
