package dev.millrace.cli.plan;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code millrace plan}: what is done with plans before they run. */
@Command(
    name = "plan",
    description = "Builds, checks and shows plans in TypeScript.",
    subcommands = {
      BuildCommand.class,
      CheckCommand.class,
      DiffCommand.class,
      ShowCommand.class,
      InitCommand.class
    })
public final class PlanCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "plan: what to do? build, check, diff, show or init");
  }
}
