package dev.millrace.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The one way in which records become JSON and JSON becomes records. */
public final class WireJson {

  private static final int MAX_DEPTH = 200;
  private static final int MAX_TEXT = 64 * 1024 * 1024;
  private static final int MAX_NUMBER_DIGITS = 1000;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxStringLength(MAX_TEXT)
                          .maxNumberLength(MAX_NUMBER_DIGITS)
                          .build())
                  .build())
          // Null fields are left out; null values in maps stay, because a user put them there.
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private WireJson() {}

  /** Thread-safe. Ignores fields it does not know, leaves out null fields. */
  public static JsonMapper mapper() {
    return MAPPER;
  }
}
