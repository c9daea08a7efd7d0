package dev.millrace.stress.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code millrace stress server}. */
@Command(
    name = "server",
    description = {
      "Kills servers under load (kill -9) and holds the driver's own ledger against the store:",
      "nothing acknowledged may be lost, all must finish, each step counts once, and no more is",
      "executed again than was in flight. The exit code is 0 only if all of it holds."
    })
public final class ServerSoakCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  private enum StoreKind {
    sqlite,
    postgres
  }

  @Option(
      names = "--store",
      defaultValue = "sqlite",
      description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private StoreKind store;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "A PostgreSQL that is there, as jdbc:postgresql://host:port/database. Default: one is"
              + " started, with fsync on (Linux on x86-64 only).")
  private @Nullable String url;

  @Option(names = "--user", defaultValue = "postgres", description = "For --url.")
  private String user;

  @Option(names = "--password", defaultValue = "", description = "For --url.")
  private String password;

  @Option(
      names = "--servers",
      defaultValue = "1",
      description = "How many share a PostgreSQL. Default: ${DEFAULT-VALUE}.")
  private int servers;

  @Option(
      names = "--kills",
      defaultValue = "20",
      description = "How often a server is killed. Default: ${DEFAULT-VALUE}.")
  private int kills;

  @Option(
      names = "--restarts",
      defaultValue = "0",
      description = "How often PostgreSQL is restarted. Default: ${DEFAULT-VALUE}.")
  private int restarts;

  @Option(
      names = "--pauses",
      defaultValue = "0",
      description = "How often a worker is stopped past its leases. Default: ${DEFAULT-VALUE}.")
  private int pauses;

  @Option(
      names = "--seconds",
      defaultValue = "86400",
      description = "Nothing is killed later than this. Default: a day.")
  private long seconds;

  @Option(
      names = "--lease",
      defaultValue = "5",
      description = "Seconds after which a silent worker's task is another's. Default: 5.")
  private int lease;

  @Option(names = "--seed", description = "Of the faults; their timing is also the machine's.")
  private long seed = System.nanoTime();

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var plan = plan();
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    var folder = Files.createTempDirectory("millrace-stress");
    var soak = new ServerSoak(plan, folder, err);
    var findings = soak.run();
    out.println(
        json
            ? findings.json(plan, soak.seconds())
            : "%s%n%.1f s, seed %d: %s"
                .formatted(
                    findings,
                    soak.seconds(),
                    seed,
                    findings.wrong() == 0 ? "nothing lost" : "WRONG, see " + folder));
    out.flush();
    if (findings.wrong() != 0) {
      return 1;
    }
    remove(folder);
    return 0;
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(file -> {
            try {
              Files.delete(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  private SoakPlan plan() {
    var place =
        switch (store) {
          case sqlite -> new SoakPlan.Place.Sqlite();
          case postgres -> new SoakPlan.Place.Postgres(url, user, password);
        };
    try {
      return new SoakPlan(place, servers, kills, restarts, pauses, seconds, lease, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
