package dev.millrace.stress.plan;

import dev.millrace.plan.PlanLoader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code millrace stress dag}. */
@Command(
    name = "dag",
    description = {
      "Runs the scenarios of the DAG scheduler: deadlines, timeouts, faults, concurrency.",
      "The exit code is 0 only if all of them hold."
    })
public final class DagCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATTERN",
      arity = "0..*",
      description = "Which: names with * for any text, or [async_scheduler]. Default: all.")
  private List<String> patterns = new ArrayList<>();

  @Option(names = "--list", description = "Print the names only.")
  private boolean list;

  @Override
  public Integer call() {
    List<Scenario> chosen =
        DagScenarios.all().stream()
            .filter(each -> patterns.isEmpty() || patterns.stream().anyMatch(each::matches))
            .toList();
    if (chosen.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "no scenario matches %s; --list prints all".formatted(patterns));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      chosen.forEach(each -> out.println(each.name()));
      out.flush();
      return 0;
    }
    return run(chosen, out);
  }

  private static int run(List<Scenario> scenarios, PrintWriter out) {
    PlanLoader loader = ScenarioRunner.loader();
    int failed = 0;
    int expectations = 0;
    for (Scenario scenario : scenarios) {
      ScenarioRunner.Result result = ScenarioRunner.run(scenario, loader);
      expectations += result.expectations();
      failed += result.failure() == null ? 0 : 1;
      out.printf(
          "%s  %s%n",
          result.failure() == null ? "ok  " : "FAIL",
          result.failure() == null ? scenario.name() : scenario.name() + ": " + result.failure());
      out.flush();
    }
    out.printf(
        "%d scenarios, %d failed, %d expectations held%n", scenarios.size(), failed, expectations);
    out.flush();
    return failed == 0 ? 0 : 1;
  }
}
