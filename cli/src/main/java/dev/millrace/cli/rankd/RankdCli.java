package dev.millrace.cli.rankd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.cli.Version;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.PlanInfo;
import dev.millrace.plan.json.ErrorJson;
import dev.millrace.plan.json.JsonBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * {@code rankd}: runs one request, which it reads from standard input, or does what a flag says
 * instead. Whatever happens, standard output gets one JSON object (flags that print text aside) and
 * an error is also told in a sentence on standard error.
 */
public final class RankdCli {

  private static final String USAGE =
      """
      Usage: rankd [FLAGS] < request.json
      Runs a plan for one request: JSON on standard input, JSON on standard output.
      """;

  private static final String EXAMPLE =
      """

      Example: echo '{"user_id": 1}' | rankd --plan_name complex_plan --deadline_ms 100 --trace
      """;

  private final Streams streams;
  private final ClientSource clients;
  private final PlanFlags planFlags = new PlanFlags();
  private final RunFlags runFlags = new RunFlags();
  private final PrintFlags printFlags = new PrintFlags();
  private final BenchFlags benchFlags = new BenchFlags();
  private final FlagTable table = new FlagTable();
  private boolean help;
  private boolean version;

  private RankdCli(Streams streams, ClientSource clients) {
    this.streams = streams;
    this.clients = clients;
    planFlags.declare(table);
    runFlags.declare(table);
    printFlags.declare(table);
    benchFlags.declare(table);
    table.heading("About");
    table.toggle("--help", "Prints this, as does -h.", () -> help = true);
    table.toggle("--version", "Prints the version.", () -> version = true);
  }

  /** Returns the exit code. */
  public static int run(Streams streams, String... args) {
    return run(streams, ClientSource.REAL, args);
  }

  static int run(Streams streams, ClientSource clients, String... args) {
    RankdCli cli = new RankdCli(streams, clients);
    RankdExit exit;
    try {
      exit = cli.act(args);
    } catch (Refusal refusal) {
      exit = cli.refuse(refusal);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exit = cli.defect(e);
    } catch (Throwable e) { // foreign code: ops and their libraries may throw errors
      exit = cli.defect(e);
    }
    streams.err().flush();
    return exit.code();
  }

  private RankdExit act(String... args) throws IOException, InterruptedException {
    for (String arg : args) {
      if (arg.equals("-h")) {
        return print(helpText());
      }
    }
    table.parse(args);
    if (help) {
      return print(helpText());
    }
    if (version) {
      return print(String.join("\n", new Version().getVersion()));
    }
    if (benchFlags.eventLoop) {
      return benchEventLoop();
    }
    planFlags.check(printFlags.isAboutPlan());
    return act(Rankd.open(planFlags, streams, clients));
  }

  private RankdExit act(Rankd rankd) throws IOException, InterruptedException {
    if (printFlags.registry) {
      return print(rankd.registryReport());
    }
    if (printFlags.taskManifest) {
      return print(rankd.taskManifest().stripTrailing());
    }
    if (printFlags.plans) {
      return print(rankd.plans().list());
    }
    if (printFlags.isAboutPlan()) {
      return printPlan(rankd.plans().info());
    }
    RequestMode mode = new RequestMode(rankd, runFlags, streams);
    return benchFlags.iterations == 0
        ? mode.answer()
        : mode.bench(benchFlags.iterations, benchFlags.concurrency);
  }

  private RankdExit printPlan(PlanInfo info) throws IOException {
    RankdExit exit = print(printFlags.planDetails ? info.json() : PlanReport.of(info));
    if (info.unsupported().isEmpty()) {
      return exit;
    }
    streams.err().println("Error: plan %s requires %s".formatted(info.plan(), info.unsupported()));
    return RankdExit.BAD_PLAN;
  }

  private RankdExit benchEventLoop() throws IOException, InterruptedException {
    try (MillraceExecutor executor = EngineRoom.executor(runFlags)) {
      return print(new EventLoopBench(benchFlags, executor).run());
    }
  }

  private String helpText() {
    StringBuilder text = new StringBuilder(USAGE).append(table.help()).append("\nExit codes:\n");
    for (RankdExit exit : RankdExit.values()) {
      text.append("  %2d  %s\n".formatted(exit.code(), exit.meaning()));
    }
    return text.append(EXAMPLE).toString().stripTrailing();
  }

  private RankdExit refuse(Refusal refusal) {
    printOrFail(refusal.json());
    streams.err().println("Error: " + refusal.sentence());
    if (refusal.exit() == RankdExit.USAGE) {
      streams.err().println("'rankd --help' lists the flags.");
    }
    return refusal.exit();
  }

  private RankdExit defect(Throwable failure) {
    JsonBuffer json = new JsonBuffer();
    ErrorJson.write("Internal error", failure.toString(), "INTERNAL", null, json);
    printOrFail(json.toString());
    streams.err().println("Error: this is a defect: " + failure);
    failure.printStackTrace(streams.err());
    return RankdExit.DEFECT;
  }

  private void printOrFail(String json) {
    try {
      print(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @CanIgnoreReturnValue
  private RankdExit print(String text) throws IOException {
    streams.out().write((text + "\n").getBytes(UTF_8));
    streams.out().flush();
    return RankdExit.OK;
  }
}
