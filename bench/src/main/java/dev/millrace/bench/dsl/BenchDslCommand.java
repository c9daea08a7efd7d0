package dev.millrace.bench.dsl;

import dev.millrace.bench.report.JsonText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code millrace bench dsl}. */
@Command(
    name = "dsl",
    description = {
      "Measures the compiler of plans in TypeScript: a plan of thirty lines when warm, a process"
          + " that",
      "builds one and ends, and a folder of plans, built and then found unchanged.",
      "Takes about a minute. A goal that is not reached is no error."
    })
public final class BenchDslCommand implements Callable<Integer> {

  private static final int PLANS = 1_000;
  private static final int ROUNDS = 3_000;
  private static final int PROCESSES = 7;

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead of lines.")
  private boolean json;

  @Option(names = "--quick", description = "Some seconds, to see that it works.")
  private boolean quick;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var bench = new DslBench(spec.commandLine().getErr());
    var figures = new LinkedHashMap<String, Double>();
    figures.putAll(bench.warm(quick ? 50 : ROUNDS));
    figures.putAll(bench.folder(quick ? 10 : PLANS));
    figures.putAll(bench.cold(quick ? 1 : PROCESSES));
    print(figures, spec.commandLine().getOut());
    return 0;
  }

  private void print(Map<String, Double> figures, PrintWriter out) {
    if (json) {
      out.println(JsonText.of(figures));
    } else {
      figures.forEach((name, value) -> out.printf("%-28s %,10.2f ms%n", name, value));
    }
    out.flush();
  }
}
