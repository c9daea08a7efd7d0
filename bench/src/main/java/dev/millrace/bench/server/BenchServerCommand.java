package dev.millrace.bench.server;

import dev.millrace.bench.report.Machine;
import dev.millrace.bench.report.Progress;
import dev.millrace.bench.report.RowReport;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** {@code millrace bench server}: the durable server with real clients. */
@Command(
    name = "server",
    description = {
      "Measures the durable server with our worker and with the official client,",
      "and a reference server in the same run, if its address is given.",
      "Takes some ten minutes. A goal that is not reached is no error;",
      "the exit code is 1 if something failed to run."
    })
public final class BenchServerCommand implements Callable<Integer> {
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

  @Option(names = "--rounds", description = "Rounds that count; 5 if not given.")
  private @Nullable Integer rounds;

  @Option(
      names = "--workflows",
      description = "Workflows of three tasks in each round; 20,000 if not given.")
  private @Nullable Integer workflows;

  @Option(
      names = "--running",
      description = "Running workflows of the section flat; 100,000 if not given.")
  private @Nullable Integer running;

  @Option(names = "--pending", description = "Tasks that wait in each of them; 10 if not given.")
  private @Nullable Integer pending;

  private enum StoreKind {
    sqlite,
    postgres
  }

  @Option(
      names = "--store",
      description = {
        "Where the server keeps tasks: ${COMPLETION-CANDIDATES}; sqlite if not given.",
        "For postgres without --url, one is started from the programs installed here."
      })
  private StoreKind store = StoreKind.sqlite;

  @Option(
      names = "--url",
      description = {
        "The database for --store postgres, jdbc:postgresql://host:port/database.",
        "The password is taken from MILLRACE_STORE_PASSWORD."
      })
  private @Nullable String url;

  @Option(names = "--user", description = "The user for --url; postgres if not given.")
  private String user = "postgres";

  @Option(
      names = "--data",
      paramLabel = "<folder>",
      description = "Where files and databases are made: a folder on a real disk.")
  private Path data = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(
      names = "--reference",
      paramLabel = "<url>",
      description = "A reference server to measure as well; what is left there stays.")
  private @Nullable String reference;

  @Option(
      names = "--sdk",
      paramLabel = "<folder>",
      description = "The official client, made by: mvn -q -f bench/sdk package")
  private Path sdk =
      Path.of(System.getenv().getOrDefault("MILLRACE_HOME", "")).resolve("bench").resolve("sdk");

  @Override
  public Integer call() throws IOException, InterruptedException {
    ServerBenchOptions options = options();
    if (!Files.isDirectory(data)) {
      throw fault("--data: there is no folder " + data);
    }
    if (store == StoreKind.sqlite) {
      if (url != null) {
        throw fault("--url is for --store postgres");
      }
      return run(options, new Site.Stores.Files(data), "SQLite on " + disk());
    }
    if (url != null) {
      Database database = database(url);
      return run(options, new Site.Stores.Postgres(database), database.toString());
    }
    try (PostgresCluster cluster = PostgresCluster.start(data)) {
      return run(options, new Site.Stores.Postgres(cluster.database()), "PostgreSQL on " + disk());
    }
  }

  private int run(ServerBenchOptions options, Site.Stores stores, String described)
      throws InterruptedException {
    CommandLine commandLine = spec.commandLine();
    int steps = (int) ServerBench.names().stream().filter(options::includes).count();
    var progress = new Progress(commandLine.getErr(), isTerminal(), steps);
    ServerBench.Result result =
        ServerBench.run(new Site(options, progress, stores, reference, sdk));
    Machine machine = Machine.here();
    String how =
        "%s. At most %,d workflows of three tasks a round, median of %d rounds."
            .formatted(described, options.workflows(), options.rounds());
    commandLine
        .getOut()
        .print(
            json
                ? RowReport.json(result.rows(), machine)
                : RowReport.table(result.rows(), machine, how));
    commandLine.getOut().flush();
    return result.failed().isEmpty() ? 0 : 1;
  }

  /** A file system in memory makes every commit free: it is told. */
  private String disk() throws IOException {
    return Files.getFileStore(data).type();
  }

  private Database database(String text) {
    try {
      String password = System.getenv().getOrDefault("MILLRACE_STORE_PASSWORD", "");
      return new Database(text, user, password);
    } catch (IllegalArgumentException e) {
      throw fault("--url: " + e.getMessage());
    }
  }

  private ServerBenchOptions options() {
    for (String name : only) {
      if (!ServerBench.names().contains(name)) {
        throw fault("--only: there is no " + name + ", only " + ServerBench.names());
      }
    }
    ServerBenchOptions options = quick ? ServerBenchOptions.quick() : ServerBenchOptions.defaults();
    if (rounds != null) {
      options = options.withRounds(positive("--rounds", rounds));
    }
    if (workflows != null) {
      options = options.withWorkflows(positive("--workflows", workflows));
    }
    options =
        options.withBacklog(
            running == null ? options.running() : positive("--running", running),
            pending == null ? options.pendingEach() : positive("--pending", pending));
    return options.withOnly(only);
  }

  private int positive(String option, int value) {
    if (value < 1) {
      throw fault(option + " must be at least 1");
    }
    return value;
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
      return ServerBench.names().iterator();
    }
  }
}
