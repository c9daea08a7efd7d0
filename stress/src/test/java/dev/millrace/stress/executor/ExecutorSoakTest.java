package dev.millrace.stress.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of {@code millrace stress executor}. */
final class ExecutorSoakTest {

  @ParameterizedTest(name = "{0} workers")
  @ValueSource(ints = {1, 2, 4})
  void nothingGoesWrong(int workers) {
    StringWriter log = new StringWriter();
    SoakPlan plan = new SoakPlan(500_000, 20, workers, 42);
    Findings findings = new ExecutorSoak(plan, new PrintWriter(log)).run();
    assertThat(findings.faults()).as(findings + "\n" + log).isZero();
    assertThat(findings.ops.sum()).isPositive();
  }
}
