package dev.millrace.plan;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The text of a plan: one JSON value in UTF-8, no key twice, nothing behind it, and within its
 * limits. Immutable and thread-safe.
 */
final class PlanJson {
  /** The levels around an expression: the document, the table; and a pattern or list inside. */
  private static final int LEVELS_AROUND = 8;

  private final PlanLimits limits;
  private final JsonMapper json;

  PlanJson(PlanLimits limits) {
    this.limits = limits;
    var constraints =
        StreamReadConstraints.builder()
            .maxDocumentLength(limits.bytes())
            .maxNestingDepth(limits.exprDepth() + LEVELS_AROUND)
            .maxTokenCount(limits.tokens())
            .maxNumberLength(400)
            .build();
    this.json =
        JsonMapper.builder(
                JsonFactory.builder()
                    .streamReadConstraints(constraints)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
  }

  /** The value; null if there is a fault. */
  @Nullable JsonNode parse(byte[] text, Faults faults) {
    if (text.length > limits.bytes()) {
      faults.add(JsonPath.ROOT, "the plan is longer than %d bytes".formatted(limits.bytes()));
      return null;
    }
    JsonParser parser = json.createParser(text);
    try (parser) {
      JsonNode root = json.readTree(parser);
      if (root == null || root.isMissingNode()) {
        faults.add(JsonPath.ROOT, "Invalid JSON in plan file: it is empty");
        return null;
      }
      return root;
    } catch (JacksonException e) {
      faults.add(path(parser), "Invalid JSON in plan file: " + JsonText.fault(e));
      return null;
    }
  }

  /** How far the parser got. */
  private static JsonPath path(JsonParser parser) {
    JsonPath path = JsonPath.ROOT;
    String pointer = parser.streamReadContext().pathAsPointer().toString();
    for (String step : Arrays.stream(pointer.split("/", -1)).skip(1).limit(20).toList()) {
      path =
          step.matches("[0-9]{1,9}")
              ? path.item(Integer.parseInt(step))
              : path.field(step.replace("~1", "/").replace("~0", "~"));
    }
    return path;
  }
}
