package dev.millrace.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the document that plans come from, byte for byte. */
final class SeedExamplesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simple_viewer",
        "viewer_filter",
        "parallel_fanout",
        "mixed_pipeline",
        "diamond",
        "complex_dag"
      })
  void compilesAsWritten(String name) {
    var result = TestNames.compiler().compileText(name + ".plan.ts", resource(name + ".plan.ts"));

    assertThat(result).isInstanceOf(CompileResult.Compiled.class);
    var compiled = (CompileResult.Compiled) result;
    assertThat(compiled.planName()).isEqualTo(name);
    assertThat(withoutDigest(compiled.json())).isEqualTo(resource(name + ".plan.json"));
  }

  /** Both change with the version, the digest with the registries as well. */
  private static String withoutDigest(String json) {
    return json.replaceAll("(\"bundle_digest\"|\"tool_version\"):\"[^\"]+\"", "$1:\"*\"");
  }

  static String resource(String name) {
    try (var file = SeedExamplesTest.class.getResourceAsStream("/seed/" + name)) {
      if (file == null) {
        throw new IllegalArgumentException("no resource " + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
