package dev.millrace.bench.dsl;

import dev.millrace.dsl.CompileResult;
import dev.millrace.dsl.PlanBuild;
import dev.millrace.dsl.PlanCompiler;
import dev.millrace.dsl.PlanFolder;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The measurements; times in milliseconds. */
final class DslBench {

  private static final String MAIN = "dev.millrace.cli.Main";

  private final PrintWriter progress;

  DslBench(PrintWriter progress) {
    this.progress = progress;
  }

  /** Thirty lines that use most of the language. */
  static String plan(int number) {
    return """
    import { definePlan, Pred, E } from "@ranking-dsl/runtime";

    const minimum = 0.5;
    const weighted = Key.id * coalesce(P.weight, 0.5);

    function best(candidates, count) {
      return candidates
        .sort({ key: Key.score, order: "desc" })
        .take({ count });
    }

    export default definePlan({
      name: "plan_%d",
      build: (ctx) => {
        const viewer = ctx.viewer({ endpoint: EP.redis.redis_default });
        const near = viewer
          .follow({ endpoint: EP.redis.redis_default })
          .vm({ outKey: Key.score, expr: weighted })
          .filter({ pred: Key.country == "US" && Key.score >= minimum });
        const far = viewer
          .follow({ endpoint: EP.redis.redis_default })
          .vm({ outKey: Key.score, expr: Key.id * 2 + %d })
          .filter({ pred: Key.country == "CA" || !(Key.score < minimum) });
        return best(
          near.concat({ rhs: far }),
          10 + %d,
        );
      },
    });
    """
        .formatted(number, number, number % 50);
  }

  private static PlanCompiler compiler() {
    return PlanCompiler.of(
        PlanLoader.create(Registries.builtin(Environment.DEV))
            .withBackend(ExprBackend.interpreter()));
  }

  Map<String, Double> warm(int rounds) {
    progress.println("warm compile, " + rounds + " times ...");
    progress.flush();
    var compiler = compiler();
    var nanos = new long[rounds];
    for (int i = 0; i < 2 * rounds; i++) {
      // The first half warms up. Another text each time, so that nothing can be kept.
      long start = System.nanoTime();
      var result = compiler.compileText("plan_" + i + PlanCompiler.SUFFIX, plan(i));
      nanos[i % rounds] = System.nanoTime() - start;
      require(result);
    }
    Arrays.sort(nanos);
    return Map.of(
        "compile_warm_p50", millis(nanos[rounds / 2]),
        "compile_warm_p99", millis(nanos[rounds * 99 / 100]));
  }

  private static void require(CompileResult result) {
    if (result instanceof CompileResult.Refused refused) {
      throw new IllegalStateException("the example is refused: " + refused);
    }
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }

  Map<String, Double> folder(int plans) throws IOException {
    progress.println("a folder of " + plans + " plans ...");
    progress.flush();
    var folder = Files.createTempDirectory("millrace-plans-");
    try {
      var sources = Files.createDirectory(folder.resolve("in"));
      for (int i = 0; i < plans; i++) {
        Files.writeString(sources.resolve("plan_" + i + PlanCompiler.SUFFIX), plan(i));
      }
      var figures = new TreeMap<String, Double>();
      figures.put("folder_of_" + plans, build(sources, folder.resolve("out")));
      figures.put("folder_of_" + plans + "_unchanged", build(sources, folder.resolve("out")));
      return figures;
    } finally {
      delete(folder);
    }
  }

  private static double build(Path sources, Path out) throws IOException {
    long start = System.nanoTime();
    var results = PlanBuild.of(compiler()).folder(PlanFolder.of(sources), out, _ -> {});
    double took = millis(System.nanoTime() - start);
    results.forEach(DslBench::require);
    return took;
  }

  /** Processes that build one plan and end; without the launcher's start-up cache. */
  Map<String, Double> cold(int processes) throws IOException, InterruptedException {
    progress.println(processes + " processes that build one plan ...");
    progress.flush();
    var folder = Files.createTempDirectory("millrace-plan-");
    try {
      var source = folder.resolve("one" + PlanCompiler.SUFFIX);
      Files.writeString(source, plan(1));
      var nanos = new long[processes];
      for (int i = 0; i < processes; i++) {
        nanos[i] = process(source, folder.resolve("out" + i));
      }
      Arrays.sort(nanos);
      return Map.of("build_in_new_process_p50", millis(nanos[processes / 2]));
    } finally {
      delete(folder);
    }
  }

  private static long process(Path source, Path out) throws IOException, InterruptedException {
    var java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    var command =
        List.of(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            MAIN,
            "plan",
            "build",
            source.toString(),
            "--out",
            out.toString());
    long start = System.nanoTime();
    var process =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalStateException("plan build ended with " + exit);
    }
    return System.nanoTime() - start;
  }

  private static void delete(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
