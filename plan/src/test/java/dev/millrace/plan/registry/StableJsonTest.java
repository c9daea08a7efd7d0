package dev.millrace.plan.registry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StableJsonTest {
  @Test
  void sortsKeysAndDropsWhitespace() {
    assertThat(text("{ \"b\" : [1, true, null, \"x\\n\\u0001é\"], \"a\" : {} }"))
        .isEqualTo("{\"a\":{},\"b\":[1,true,null,\"x\\n\\u0001é\"]}");
  }

  @ParameterizedTest
  @CsvSource({
    "0.0, 0.0",
    "-0.0, -0.0",
    "1.0, 1.0",
    "100000.0, 100000.0",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "123456789012345.0, 123456789012345.0",
    "1e15, 1e+15",
    "1234567890123456.0, 1.234567890123456e+15",
    "-2.5e-7, -2.5e-07",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "-42.25, -42.25"
  })
  void writesNumbersAsTheReferenceDoes(String number, String expected) {
    assertThat(text(number)).isEqualTo(expected);
  }

  private static String text(String json) {
    JsonNode node = JsonMapper.shared().readTree(json);
    return StableJson.text(node);
  }
}
