package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ParamOverridesTest {
  private static final String PARAMS =
      """
      schema_version = 1
      param = [
        {param_id = 1, name = "n", type = "int"},
        {param_id = 2, name = "b", type = "bool", nullable = true},
        {param_id = 3, name = "fixed", type = "int", allow_write = false},
        {param_id = 4, name = "old", type = "int", status = "deprecated", replaced_by = "n"},
        {param_id = 5, name = "gone", type = "int", status = "blocked"},
      ]
      """;

  private ParamOverrides overrides;

  @BeforeEach
  void read(@TempDir Path folder) throws IOException {
    var _ = Files.writeString(folder.resolve("params.toml"), PARAMS);
    overrides = new ParamOverrides(Registries.load(folder, Environment.DEV).params());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"n\":2.5} | param 'n' must be int",
        "{\"n\":true} | param 'n' must be int",
        "{\"n\":9223372036854775808} | param 'n' out of int64 range",
        "{\"n\":1e300} | param 'n' out of int64 range",
        "{\"b\":1} | param 'b' must be bool",
        "{\"fixed\":1} | param 'fixed' is not writable",
        "{\"old\":1} | param 'old' is deprecated, use 'n'",
        "{\"gone\":1} | param 'gone' is blocked",
        "{\"n\":\"x\",\"b\":1} | param 'b' must be bool",
      })
  void refuses(String json, String detail) {
    assertThat(parse(json)).isEqualTo(new ParamOverrides.Result.Refused(detail));
  }

  @Test
  void acceptsAnIntegralFloatForAnInt() {
    var accepted = (ParamOverrides.Result.Accepted) parse("{\"n\":2.0,\"b\":false}");
    assertThat(accepted.values().value(1)).isEqualTo(2.0);
    assertThat(accepted.values().value(2)).isEqualTo(false);
  }

  private ParamOverrides.Result parse(String json) {
    return overrides.parse(JsonMapper.shared().readTree(json));
  }
}
