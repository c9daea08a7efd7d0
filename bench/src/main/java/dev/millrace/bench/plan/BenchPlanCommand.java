package dev.millrace.bench.plan;

import dev.millrace.bench.report.Machine;
import dev.millrace.bench.report.RowReport;
import java.io.Console;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code millrace bench plan}: the plan engine and its rivals, in the same run. */
@Command(
    name = "plan",
    description = {
      "Measures the plan engine against hand-written code, bare Redis",
      "connections and other libraries, all in the same run.",
      "Takes below five minutes. A goal that is not reached is no error;",
      "the exit code is 1 if something failed to run."
    })
public final class BenchPlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Option(names = "--quick", description = "Some seconds, to see that it works.")
  private boolean quick;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "<name>",
      completionCandidates = Names.class,
      description = "What to run: ${COMPLETION-CANDIDATES}.")
  private Set<String> only = Set.of();

  @Option(names = "--rounds", description = "Rounds that count; 9 if not given.")
  private @Nullable Integer rounds;

  @Override
  public Integer call() throws InterruptedException {
    CommandLine commandLine = spec.commandLine();
    PlanBenchOptions options = options();
    PlanBench.Result result = new PlanBench(options, commandLine.getErr(), isTerminal()).run();
    Machine machine = Machine.here();
    commandLine
        .getOut()
        .print(
            json
                ? RowReport.json(result.rows(), machine)
                : RowReport.table(result.rows(), machine, rounds(options)));
    commandLine.getOut().flush();
    return result.failed().isEmpty() ? 0 : 1;
  }

  private PlanBenchOptions options() {
    for (String name : only) {
      if (!PlanBench.names().contains(name)) {
        throw fault("--only: there is no " + name + ", only " + PlanBench.names());
      }
    }
    PlanBenchOptions options = quick ? PlanBenchOptions.quick() : PlanBenchOptions.defaults();
    if (rounds != null) {
      if (rounds < 1) {
        throw fault("--rounds must be at least 1");
      }
      options = options.withRounds(rounds);
    }
    return options.withOnly(only);
  }

  private static String rounds(PlanBenchOptions options) {
    return "Median of %d rounds of %d ms, in turn."
        .formatted(options.rounds(), options.roundTime().toMillis());
  }

  private ParameterException fault(String text) {
    return new ParameterException(spec.commandLine(), text);
  }

  /** Of the error stream alone Java cannot tell; a redirected output counts as no terminal. */
  @SuppressWarnings("SystemConsoleNull") // JDK 25 answers null again
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** For the help text. */
  private static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return PlanBench.names().iterator();
    }
  }
}
