package dev.millrace.stress.executor;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code millrace stress executor}. */
@Command(
    name = "executor",
    description = {
      "Runs a random mix of tasks on the executor and counts what went wrong:",
      "lost, duplicated and early wake-ups, stale data, sums that do not come out even.",
      "The exit code is 0 only if there was nothing."
    })
public final class ExecutorSoakCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--ops",
      defaultValue = "10000000",
      description = "How many steps. Default: ${DEFAULT-VALUE}.")
  private long ops;

  @Option(
      names = "--seconds",
      defaultValue = "86400",
      description = "How long at most. Default: a day.")
  private long seconds;

  @Option(names = "--workers", description = "Default: one for each processor, at least two.")
  private int workers =
      Math.clamp(Runtime.getRuntime().availableProcessors(), 2, SoakPlan.MOST_WORKERS);

  @Option(names = "--seed", description = "Of the mix; its timing is the machine's.")
  private long seed = System.nanoTime();

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Override
  public Integer call() {
    SoakPlan plan = plan();
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    ExecutorSoak soak = new ExecutorSoak(plan, err);
    Findings findings = soak.run();
    double took = soak.seconds();
    out.println(
        json
            ? findings.json(plan, took)
            : "%,d ops in %.1f s, seed %d: %s".formatted(findings.ops.sum(), took, seed, findings));
    out.flush();
    return findings.faults() == 0 ? 0 : 1;
  }

  private SoakPlan plan() {
    try {
      return new SoakPlan(ops, seconds, workers, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
