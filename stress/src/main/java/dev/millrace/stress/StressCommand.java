package dev.millrace.stress;

import dev.millrace.stress.executor.ExecutorSoakCommand;
import dev.millrace.stress.plan.DagCommand;
import dev.millrace.stress.server.ServerSoakCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code millrace stress}: each soak is a subcommand, listed here. */
@Command(
    name = "stress",
    description = "Runs soaks that count, and fails if the count is wrong.",
    subcommands = {ExecutorSoakCommand.class, DagCommand.class, ServerSoakCommand.class})
public final class StressCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "stress: which soak?");
  }
}
