package dev.millrace.bench.executor;

import java.io.Console;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code millrace bench executor}: ours and its rivals, in the same run. */
@Command(
    name = "executor",
    description = {
      "Measures the executor against other pools, all in the same run.",
      "Takes about seven minutes. A goal that is not reached is no error;",
      "the exit code is 1 if Millrace itself hung or failed somewhere."
    })
public final class BenchExecutorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead of tables.")
  private boolean json;

  @Option(names = "--quick", description = "Half a minute, to see that it works.")
  private boolean quick;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "<name>",
      completionCandidates = Names.class,
      description = "What to run: ${COMPLETION-CANDIDATES}.")
  private Set<String> only = Set.of();

  @Option(
      names = "--contenders",
      split = ",",
      paramLabel = "<name>",
      description = "Who takes part besides Millrace: ${COMPLETION-CANDIDATES}.")
  private Set<Contender> contenders = Set.of();

  @Option(names = "--rounds", description = "Rounds of each contender; 7 if not given.")
  private @Nullable Integer rounds;

  @Option(
      names = "--workers",
      description = "Threads of each contender; ${DEFAULT-VALUE} if not given.")
  private int workers = 2;

  @Option(
      names = "--round-limit",
      paramLabel = "<seconds>",
      description = "After which a round is given up as hung; ${DEFAULT-VALUE} if not given.")
  private int limitSeconds = 20;

  @Option(names = "--jmh", description = "The long form: what follows -- is handed to JMH.")
  private boolean jmh;

  @Parameters(hidden = true)
  private List<String> jmhArguments = List.of();

  @Override
  public Integer call() throws Exception {
    CommandLine commandLine = commandLine();
    if (jmh) {
      return ExecutorJmh.run(jmhArguments);
    }
    BenchOptions options = options();
    Contender.limitCarriers(workers);
    Summary summary = new ExecutorBench(options, commandLine.getErr(), isTerminal()).run();
    commandLine
        .getOut()
        .print(json ? JsonReport.of(summary) + "\n" : TableReport.of(summary, options));
    commandLine.getOut().flush();
    return summary.isSound() ? 0 : 1;
  }

  private BenchOptions options() {
    if (!jmhArguments.isEmpty()) {
      throw fault("unknown argument '" + jmhArguments.getFirst() + "'");
    }
    for (String name : only) {
      if (!ExecutorBench.names().contains(name)) {
        throw fault("--only: there is no " + name + ", only " + ExecutorBench.names());
      }
    }
    if (workers < 1 || limitSeconds < 1 || (rounds != null && rounds < 1)) {
      throw fault("--workers, --rounds and --round-limit must be at least 1");
    }
    BenchOptions options = quick ? BenchOptions.quick() : BenchOptions.defaults();
    if (rounds != null) {
      options = options.withRounds(rounds);
    }
    return options
        .withWorkers(workers)
        .withLimit(Duration.ofSeconds(limitSeconds))
        .withOnly(only)
        .withContenders(takingPart());
  }

  private Set<Contender> takingPart() {
    EnumSet<Contender> result = EnumSet.allOf(Contender.class);
    if (!contenders.isEmpty()) {
      result.retainAll(contenders);
      result.add(Contender.MILLRACE);
    }
    return result;
  }

  private ParameterException fault(String text) {
    return new ParameterException(commandLine(), text);
  }

  private CommandLine commandLine() {
    return spec.commandLine();
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
      return ExecutorBench.names().iterator();
    }
  }
}
