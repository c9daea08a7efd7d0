package dev.millrace.cli.plan;

import dev.millrace.dsl.view.PlanDrawing;
import dev.millrace.dsl.view.PlanText;
import dev.millrace.dsl.view.PlanView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code millrace plan show}: what a plan does. */
@Command(name = "show", description = "Shows the nodes of a *.plan.ts or *.plan.json file.")
final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RegistryOptions registry;

  @Parameters(paramLabel = "FILE", description = "The plan.")
  private Path file;

  @ArgGroup private Form form = new Form();

  /** At most one of them. */
  private static final class Form {
    @Option(names = "--svg", description = "Draws it.")
    private boolean svg;

    @Option(names = "--dot", description = "Prints it for Graphviz.")
    private boolean dot;
  }

  @Override
  public Integer call() throws IOException {
    Sources.require(file, spec);
    PlanView plan = ViewedPlan.of(file, registry.compiler());
    String text =
        form.svg ? PlanDrawing.svg(plan) : form.dot ? PlanText.dot(plan) : PlanText.table(plan);
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
