package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RequestParserTest {
  private final RequestParser parser =
      new RequestParser(Registries.builtin(Environment.DEV).params());

  static Stream<Golden.Case> requests() {
    return Golden.cases().stream().filter(each -> each.name().startsWith("request__"));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void answersAsTheReferenceDoes(Golden.Case golden) {
    RequestParse parse = parser.parse(golden.request());

    JsonNode expected = JsonMapper.shared().readTree(golden.stdout());
    switch (parse) {
      case RequestParse.Parsed(String id, long userId, var _) -> {
        assertThat(golden.refused()).isFalse();
        assertThat(userId).isPositive();
        String answered = expected.path("request_id").stringValue();
        assertThat(id == null ? "<uuid>" : id).isEqualTo(answered);
      }
      case RequestParse.Refused(var kind, String detail) -> {
        assertThat(golden.refused()).isTrue();
        assertThat(kind.text()).isEqualTo(expected.path("error").stringValue());
        if (kind != RequestParse.Kind.INVALID_JSON) {
          assertThat(detail).isEqualTo(expected.path("detail").stringValue());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.0 | invalid type for user_id: expected positive integer or numeric string, got float",
        "[1] | invalid type for user_id: expected positive integer or numeric string, got array",
        "18446744073709551615 | invalid user_id: value 18446744073709551615 exceeds uint32 max",
        "\"000\" | invalid user_id: must be positive integer (got 0)",
        "\"99999999999999999999\" | invalid user_id: value 99999999999999999999 exceeds uint32 max",
      })
  void refusesOtherUserIds(String userId, String detail) {
    assertThat(parser.parse("{\"user_id\":" + userId + "}"))
        .isEqualTo(new RequestParse.Refused(RequestParse.Kind.INVALID_REQUEST, detail));
  }

  @Test
  void acceptsAnyNumberOfLeadingZeros() {
    String json = "{\"user_id\":\"" + "0".repeat(1000) + "42\"}";
    assertThat(((RequestParse.Parsed) parser.parse(json)).userId()).isEqualTo(42);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | param_overrides must be an object",
        "{\"nope\":1} | unknown param 'nope'",
        "{\"wieght\":1} | unknown param 'wieght' (did you mean 'weight'?)",
        "{\"weight\":null} | param 'weight' cannot be null",
        "{\"weight\":\"1\"} | param 'weight' must be float",
        "{\"weight\":1e999} | param 'weight' must be finite number",
        "{\"blocklist_regex\":1} | param 'blocklist_regex' must be string",
      })
  void refusesOverrides(String overrides, String detail) {
    assertThat(parser.parse("{\"user_id\":1,\"param_overrides\":" + overrides + "}"))
        .isEqualTo(new RequestParse.Refused(RequestParse.Kind.INVALID_PARAM_OVERRIDES, detail));
  }

  @Test
  void handsOverTheValuesById() {
    String json =
        """
        {"user_id":1,"param_overrides":{"weight":2,"blocklist_regex":"^x","esr_cutoff":0.5}}
        """;
    var params = ((RequestParse.Parsed) parser.parse(json)).params();
    assertThat(params.value(4)).isEqualTo(2.0);
    assertThat(params.value(2)).isEqualTo("^x");
    assertThat(params.value(3)).isEqualTo(0.5);
    assertThat(params.value(1)).isNull();
  }

  @Test
  void anOverrideOfNullIsNoValue() {
    String json = "{\"user_id\":1,\"param_overrides\":{\"blocklist_regex\":null}}";
    assertThat(((RequestParse.Parsed) parser.parse(json)).params().value(2)).isNull();
  }

  @Test
  void refusesWhatIsTooLongOrTooDeepOrNotJson() {
    assertThat(invalidJson("{\"user_id\":1,\"x\":" + "[".repeat(100) + "]".repeat(100) + "}"))
        .contains("depth");
    assertThat(invalidJson("{\"user_id\":1} x")).contains("line 1");
    assertThat(invalidJson("{\"user_id\":NaN}")).contains("NaN");
    assertThat(invalidJson("{\"user_id\":" + "9".repeat(1000) + "}")).contains("length");
    assertThat(invalidJson(" ".repeat(2 << 20))).contains("longer than");
    assertThat(parser.parse(new byte[] {'{', '"', (byte) 0xff, '"', '}'}))
        .isInstanceOf(RequestParse.Refused.class);
    assertThat(parser.parse("{\"user_id\":\"é\"}".getBytes(UTF_8)))
        .isInstanceOf(RequestParse.Refused.class);
  }

  private String invalidJson(String json) {
    var refused = (RequestParse.Refused) parser.parse(json);
    assertThat(refused.kind()).isEqualTo(RequestParse.Kind.INVALID_JSON);
    return refused.detail();
  }
}
