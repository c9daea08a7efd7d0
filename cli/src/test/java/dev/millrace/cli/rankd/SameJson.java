package dev.millrace.cli.rankd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Compares answers: fields in the same order, numbers as numbers, {@code <uuid>} with any that is.
 */
final class SameJson {

  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  private SameJson() {}

  static void check(JsonNode expected, JsonNode actual) {
    check("$", expected, actual);
  }

  private static void check(String path, JsonNode expected, JsonNode actual) {
    if (expected.isObject()) {
      assertThat(List.copyOf(actual.propertyNames()))
          .as(path)
          .isEqualTo(List.copyOf(expected.propertyNames()));
      expected.forEachEntry((name, value) -> check(path + "." + name, value, actual.get(name)));
    } else if (expected.isArray()) {
      assertThat(actual.size()).as("size of %s: %s", path, actual).isEqualTo(expected.size());
      for (int i = 0; i < expected.size(); i++) {
        check("%s[%d]".formatted(path, i), expected.get(i), actual.get(i));
      }
    } else if (expected.isNumber()) {
      assertThat(actual.isIntegralNumber()).as(path).isEqualTo(expected.isIntegralNumber());
      assertThat(actual.doubleValue()).as(path).isEqualTo(expected.doubleValue());
    } else if (expected.isString() && expected.stringValue().equals("<uuid>")) {
      assertThat(actual.stringValue()).as(path).matches(UUID);
    } else {
      assertThat(actual).as(path).isEqualTo(expected);
    }
  }
}
