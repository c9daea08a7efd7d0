package dev.millrace.cli.demo;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.EngineConfig;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanEngine;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.PlanRequest;
import dev.millrace.plan.json.TraceText;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code millrace demo}. */
@Command(
    name = "demo",
    description = {
      "Runs example plans on example data, each with its timeline: fan-out, a diamond,",
      "ten nodes under a deadline, an error beside a long sleep.",
      "The exit code is 0 only if everything was as announced."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final long VIEWER = 1;

  @Spec private CommandSpec spec;

  @Option(names = "--only", paramLabel = "N", description = "Only this step, from 1. Default: all.")
  private int only;

  @Override
  public Integer call() throws InterruptedException {
    List<DemoStep> steps = DemoSteps.all();
    if (only < 0 || only > steps.size()) {
      throw new ParameterException(
          spec.commandLine(), "--only is %d, must be 1 to %d".formatted(only, steps.size()));
    }
    PrintWriter out = spec.commandLine().getOut();
    int failed = 0;
    try (SlowExamples clients = new SlowExamples(VIEWER);
        MillraceExecutor executor = MillraceExecutor.create(ExecutorConfig.defaults());
        PlanEngine engine = PlanEngine.create(executor, clients, EngineConfig.defaults())) {
      PlanLoader loader = PlanLoader.create(Registries.builtin(Environment.DEV));
      warmUp(engine, loader, steps);
      for (int i = 0; i < steps.size(); i++) {
        if (only == 0 || only == i + 1) {
          failed += show(i + 1, steps.get(i), engine, loader, out) ? 0 : 1;
        }
      }
    }
    out.println(
        failed == 0 ? "All of it held." : "%d of the steps did not hold.".formatted(failed));
    out.flush();
    return failed == 0 ? 0 : 1;
  }

  /**
   * Loads what a first request would wait for, so that timelines show the plans and not the JVM.
   */
  private static void warmUp(PlanEngine engine, PlanLoader loader, List<DemoStep> steps)
      throws InterruptedException {
    for (DemoStep step : steps) {
      PlanAnswer _ = run(step.plan(), null, engine, loader);
    }
  }

  private static boolean show(
      int number, DemoStep step, PlanEngine engine, PlanLoader loader, PrintWriter out)
      throws InterruptedException {
    out.printf("%n%d. %s%n   %s%n%n", number, step.title(), step.shows());
    PlanAnswer answer = run(step.plan(), step, engine, loader);
    out.print(TraceText.of(answer));
    String fault = fault(step, answer);
    out.printf("%n   %s%n", fault == null ? "Held." : "DID NOT HOLD: " + fault);
    out.flush();
    return fault == null;
  }

  private static @Nullable String fault(DemoStep step, PlanAnswer answer) {
    try {
      step.check(answer);
      return null;
    } catch (AssertionError e) {
      return e.getMessage();
    }
  }

  private static PlanAnswer run(
      String plan, @Nullable DemoStep step, PlanEngine engine, PlanLoader loader)
      throws InterruptedException {
    PlanRequest request = PlanRequest.of("demo", VIEWER).withTrace().withChecks();
    return engine.run(
        load(plan, loader), request.withDeadline(step == null ? null : step.deadline()));
  }

  private static CompiledPlan load(String name, PlanLoader loader) {
    return switch (loader.load(bundled(name))) {
      case PlanLoad.Loaded loaded -> loaded.plan();
      case PlanLoad.Refused refused ->
          throw new IllegalStateException(
              "the bundled plan %s is refused: %s".formatted(name, refused.faults()));
    };
  }

  private static byte[] bundled(String name) {
    String resource = "/plans/" + name + ".plan.json";
    try (InputStream in = DemoCommand.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
