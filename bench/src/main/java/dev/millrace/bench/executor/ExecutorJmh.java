package dev.millrace.bench.executor;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The long form: the same workloads under JMH, every contender in a JVM of its own, where the
 * compiler sees no other. Everything takes hours; one workload and two contenders:
 *
 * <pre>millrace bench executor --jmh -- -p contender=MILLRACE,JCTOOLS ExecutorJmh.fan</pre>
 *
 * <p>An invocation is one batch. {@code wake_latency} is not here, since JMH would time the pauses
 * too; its long form is {@code --only wake_latency --rounds 100}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Timeout(time = 60)
public class ExecutorJmh {
  private static final int SUBMITS = 100_000;
  private static final int HOPS = 20_000;
  private static final int FANS = 1_000;
  private static final int STEPS = 200_000;
  private static final int WAKES = 6_400;

  /** Method to workload, where Java does not allow the workload's name. */
  private static final Map<String, String> NAMES =
      Map.of(
          "submitInside", "submit_inside",
          "pingpongCross", "pingpong_cross",
          "continueStep", "continue",
          "continueInline", "continue_inline",
          "yieldStep", "yield",
          "sparseWake", "sparse_wake");

  @Param({
    "MILLRACE",
    "FORK_JOIN",
    "FORK_JOIN_ASYNC",
    "THREAD_POOL",
    "VIRTUAL_THREADS",
    "KOTLIN",
    "JCTOOLS",
    "NETTY",
    "DISRUPTOR"
  })
  private String contender = "";

  @Param("2")
  private int workers;

  private Contender.@Nullable Entry entry;

  /** Runs JMH with its own arguments; without a pattern among them, everything in this class. */
  static int run(List<String> arguments) throws RunnerException, CommandLineOptionException {
    CommandLineOptions own = new CommandLineOptions(arguments.toArray(String[]::new));
    ChainedOptionsBuilder options = new OptionsBuilder().parent(own);
    if (own.getIncludes().isEmpty()) {
      options = options.include(ExecutorJmh.class.getName());
    }
    return new Runner(options.build()).run().isEmpty() ? 1 : 0;
  }

  @Setup
  public void enter(BenchmarkParams params) throws InterruptedException {
    Contender.limitCarriers(workers);
    String method = params.getBenchmark().substring(params.getBenchmark().lastIndexOf('.') + 1);
    Workload workload = ExecutorBench.workload(NAMES.getOrDefault(method, method));
    entry = Contender.valueOf(contender).enter(workload, workers);
  }

  @TearDown
  public void close() throws Exception {
    requireNonNull(entry, "entry is null").threads().close();
  }

  @Benchmark
  @OperationsPerInvocation(SUBMITS)
  public void submit() throws InterruptedException {
    run(SUBMITS);
  }

  @Benchmark
  @OperationsPerInvocation(SUBMITS)
  public void submitInside() throws InterruptedException {
    run(SUBMITS);
  }

  @Benchmark
  @OperationsPerInvocation(HOPS)
  public void pingpong() throws InterruptedException {
    run(HOPS);
  }

  @Benchmark
  @OperationsPerInvocation(HOPS)
  public void pingpongCross() throws InterruptedException {
    run(HOPS);
  }

  @Benchmark
  @OperationsPerInvocation(FANS)
  public void fan() throws InterruptedException {
    run(FANS);
  }

  @Benchmark
  @OperationsPerInvocation(STEPS)
  public void continueStep() throws InterruptedException {
    run(STEPS);
  }

  @Benchmark
  @OperationsPerInvocation(STEPS)
  public void continueInline() throws InterruptedException {
    run(STEPS);
  }

  @Benchmark
  @OperationsPerInvocation(STEPS)
  public void yieldStep() throws InterruptedException {
    run(STEPS);
  }

  @Benchmark
  @OperationsPerInvocation(WAKES)
  public void sparseWake() throws InterruptedException {
    run(WAKES);
  }

  private void run(int operations) throws InterruptedException {
    requireNonNull(entry, "entry is null").scenario().run(operations);
  }
}
