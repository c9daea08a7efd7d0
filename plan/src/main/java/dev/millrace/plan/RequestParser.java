package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.plan.expr.ParamValues;
import dev.millrace.plan.registry.ParamSpec;
import dev.millrace.plan.registry.Registry;
import java.math.BigInteger;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads requests: {@code {"request_id":"r1","user_id":1,"param_overrides":{…}}}. Other fields are
 * not looked at; of a field that is there twice, the last counts. Immutable and thread-safe.
 */
public final class RequestParser {
  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_DIGITS = 400;
  private static final BigInteger MAX_USER_ID = BigInteger.valueOf(0xFFFF_FFFFL);

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxDocumentLength(MAX_BYTES)
                          .maxNestingDepth(64)
                          .maxTokenCount(100_000)
                          .maxNumberLength(MAX_DIGITS)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final ParamOverrides overrides;

  public RequestParser(Registry<Integer, ParamSpec> params) {
    this.overrides = new ParamOverrides(params);
  }

  public RequestParse parse(String json) {
    return parse(json.getBytes(UTF_8));
  }

  /** Reads a request in UTF-8. */
  public RequestParse parse(byte[] json) {
    if (json.length > MAX_BYTES) {
      return invalidJson("longer than %d bytes".formatted(MAX_BYTES));
    }
    try {
      JsonNode root = JSON.readTree(json);
      return root.isMissingNode() ? invalidJson("the input is empty") : request(root);
    } catch (JacksonException e) {
      return invalidJson(JsonText.fault(e));
    }
  }

  private static RequestParse invalidJson(String detail) {
    return new RequestParse.Refused(RequestParse.Kind.INVALID_JSON, detail);
  }

  private RequestParse request(JsonNode root) {
    JsonNode userId = root.get("user_id");
    if (userId == null) {
      return refused("missing required field: user_id");
    }
    BigInteger user = number(userId);
    if (user == null) {
      return refused(wrongUserId(userId));
    }
    if (user.signum() <= 0) {
      return refused("invalid user_id: must be positive integer (got %s)".formatted(shown(user)));
    }
    if (user.compareTo(MAX_USER_ID) > 0) {
      return refused("invalid user_id: value %s exceeds uint32 max".formatted(shown(user)));
    }
    JsonNode id = root.path("request_id");
    return switch (overrides.parse(root.get("param_overrides"))) {
      case ParamOverrides.Result.Accepted(ParamValues values) ->
          new RequestParse.Parsed(
              id.isString() ? id.stringValue() : null, user.longValueExact(), values);
      case ParamOverrides.Result.Refused(String detail) ->
          new RequestParse.Refused(RequestParse.Kind.INVALID_PARAM_OVERRIDES, detail);
    };
  }

  private static RequestParse refused(String detail) {
    return new RequestParse.Refused(RequestParse.Kind.INVALID_REQUEST, detail);
  }

  private static String shown(BigInteger number) {
    return Text.shown(number.toString());
  }

  /** The user id, in whatever range; null if it is neither an integer nor digits. */
  private static @Nullable BigInteger number(JsonNode userId) {
    if (userId.isIntegralNumber()) {
      return userId.bigIntegerValue();
    }
    if (!userId.isString() || userId.stringValue().isEmpty()) {
      return null;
    }
    String text = userId.stringValue();
    if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return null;
    }
    int first = 0;
    while (first < text.length() - 1 && text.charAt(first) == '0') {
      first++;
    }
    // To parse digits takes the square of their number; so many are refused either way.
    return new BigInteger(text.substring(first, Math.min(text.length(), first + MAX_DIGITS)));
  }

  private static String wrongUserId(JsonNode userId) {
    if (userId.isString()) {
      return userId.stringValue().isEmpty()
          ? "invalid user_id: empty string"
          : "invalid user_id: string \"%s\" is not a valid decimal integer"
              .formatted(Text.shown(userId.stringValue()));
    }
    String type =
        userId.isNumber() ? "float" : userId.getNodeType().name().toLowerCase(Locale.ROOT);
    return "invalid type for user_id: expected positive integer or numeric string, got " + type;
  }
}
