package dev.millrace.cli.rankd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.cli.Version;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.PlanInfo;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code rankd}: runs one request, which it reads from standard input, or does what a flag says
 * instead. Whatever happens, standard output gets one JSON object (flags that print text aside) and
 * an error is also told in a sentence on standard error.
 */
@Command(
    name = "rankd",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = false,
    description = "Runs a plan for one request: JSON on standard input, JSON on standard output.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "   0  answered",
      "   1  the plan is refused",
      "   2  wrong use: flags, registries or endpoints",
      "   3  the request is refused",
      "   4  the request failed",
      "   5  the deadline passed, or a node took too long",
      "  70  a defect of rankd",
      "",
      "Example: echo '{\"user_id\": 1}' | rankd --plan_name complex_plan --deadline_ms 100 --trace"
    })
public final class RankdCommand implements Callable<Integer> {

  private final Streams streams;
  private final ClientSource clients;

  @Mixin private PlanFlags planFlags = new PlanFlags();
  @Mixin private RunFlags runFlags = new RunFlags();
  @Mixin private PrintFlags printFlags = new PrintFlags();
  @Mixin private BenchFlags benchFlags = new BenchFlags();

  /** Works with the streams of this process. */
  public RankdCommand() {
    this(Streams.ofProcess(), ClientSource.REAL);
  }

  RankdCommand(Streams streams, ClientSource clients) {
    this.streams = streams;
    this.clients = clients;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    RankdExit exit;
    try {
      exit = act();
    } catch (Refusal refusal) {
      print(refusal.json());
      streams.err().println("Error: " + refusal.sentence());
      exit = refusal.exit();
    }
    streams.err().flush();
    return exit.code();
  }

  private RankdExit act() throws IOException, InterruptedException {
    runFlags.check();
    benchFlags.check();
    if (benchFlags.eventLoop) {
      return benchEventLoop();
    }
    planFlags.check(printFlags.isAboutPlan());
    Rankd rankd = Rankd.open(planFlags, streams, clients);
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
    return benchFlags.iterations == null
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

  @CanIgnoreReturnValue
  private RankdExit print(String text) throws IOException {
    streams.out().write((text + "\n").getBytes(UTF_8));
    streams.out().flush();
    return RankdExit.OK;
  }
}
