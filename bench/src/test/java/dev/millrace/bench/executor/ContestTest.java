package dev.millrace.bench.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.report.Progress;
import dev.millrace.executor.MillraceExecutor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

final class ContestTest {
  private static final BenchOptions OPTIONS =
      BenchOptions.quick()
          .withLimit(Duration.ofMillis(300))
          .withContenders(EnumSet.of(Contender.MILLRACE, Contender.FORK_JOIN));

  private final StringWriter err = new StringWriter();

  /** A workload of which only the side of the rivals is worth running. */
  private record HalfWorkload(Scenario ours) implements Workload {
    @Override
    public String name() {
      return "half";
    }

    @Override
    public Goal goal() {
      return new Goal(1, 1);
    }

    @Override
    public BatchSize batchSize() {
      return BatchSize.exactly(10);
    }

    @Override
    public Scenario ours(MillraceExecutor executor) {
      return ours;
    }

    @Override
    public Scenario rival(RivalPool pool) {
      return operations -> {};
    }
  }

  private WorkloadResult run(Scenario ours) throws InterruptedException {
    Progress progress = new Progress(new PrintWriter(err), false, 1);
    return new Contest(new HalfWorkload(ours), OPTIONS, progress).run();
  }

  @Test
  void whoHangsIsNamedAndTheOthersGoOn() throws Exception {
    WorkloadResult result = run(operations -> new Semaphore(0).acquire());

    assertThat(result.ours()).isEmpty();
    assertThat(result.troubles().get(Contender.MILLRACE)).startsWith("hung: ").contains("acquire");
    assertThat(result.figures()).containsOnlyKeys(Contender.FORK_JOIN);
    assertThat(result.ratio(Side.GENERAL)).isEmpty();
    assertThat(result.reached(Side.GENERAL)).isFalse();
    assertThat(err.toString()).contains("half: Millrace hung");
  }

  @Test
  void whoFailsIsNamedAndTheOthersGoOn() throws Exception {
    WorkloadResult result =
        run(operations -> {
          throw new IllegalStateException("planted");
        });

    assertThat(result.troubles().get(Contender.MILLRACE))
        .isEqualTo("failed: java.lang.IllegalStateException: planted");
    assertThat(result.figures()).containsOnlyKeys(Contender.FORK_JOIN);
  }
}
