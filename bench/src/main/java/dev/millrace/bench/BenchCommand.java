package dev.millrace.bench;

import dev.millrace.bench.dsl.BenchDslCommand;
import dev.millrace.bench.executor.BenchExecutorCommand;
import dev.millrace.bench.plan.BenchPlanCommand;
import dev.millrace.bench.server.BenchServerCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code millrace bench}: each benchmark is a subcommand, listed here. */
@Command(
    name = "bench",
    description = "Measures Millrace and its rivals in the same run.",
    subcommands = {
      BenchExecutorCommand.class,
      BenchPlanCommand.class,
      BenchDslCommand.class,
      BenchServerCommand.class
    })
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "bench: which benchmark?");
  }
}
