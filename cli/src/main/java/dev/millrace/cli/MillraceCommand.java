package dev.millrace.cli;

import dev.millrace.bench.BenchCommand;
import dev.millrace.cli.demo.DemoCommand;
import dev.millrace.cli.plan.PlanCommand;
import dev.millrace.cli.rankd.RankdCommand;
import dev.millrace.cli.server.DevCommand;
import dev.millrace.cli.server.ServeCommand;
import dev.millrace.stress.StressCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command: help when nothing else is asked for. */
@Command(
    name = "millrace",
    description = "A task engine for the JVM.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    subcommands = {
      DevCommand.class,
      ServeCommand.class,
      DoctorCommand.class,
      DemoCommand.class,
      PlanCommand.class,
      RankdCommand.class,
      BenchCommand.class,
      StressCommand.class,
      WarmUpCommand.class
    })
final class MillraceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Shows the stack trace of an error.")
  boolean verbose;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
