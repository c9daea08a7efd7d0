package dev.millrace.bench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class BenchDslCommandTest {

  private final DslBench bench = new DslBench(new PrintWriter(new StringWriter()));

  @Test
  void the_example_compiles_and_is_about_thirty_lines_long() {
    assertThat(DslBench.plan(1).lines().count()).isBetween(28L, 34L);
    assertThat(bench.warm(2)).containsKeys("compile_warm_p50", "compile_warm_p99");
  }

  @Test
  void a_folder_is_built_and_then_found_unchanged() throws IOException {
    assertThat(bench.folder(3)).containsKeys("folder_of_3", "folder_of_3_unchanged");
  }
}
