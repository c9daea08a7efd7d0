package dev.millrace.server.engine;

import dev.millrace.client.WireJson;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads bodies of rows: JSON arrays whose first element is the number of their format
 * and whose others have fixed places. Small, quick, and readable with any tool.
 */
final class Body {

  private static final JsonMapper MAPPER = WireJson.mapper();
  private static final byte[] EMPTY = {'{', '}'};

  private Body() {}

  /** JSON of an object's fields. */
  static byte[] json(Map<String, @Nullable Object> fields) {
    return fields.isEmpty() ? EMPTY : MAPPER.writeValueAsBytes(fields);
  }

  @SuppressWarnings("unchecked") // JSON objects have text keys
  static Map<String, @Nullable Object> fields(byte @Nullable [] json) {
    return json == null || json.length <= 2
        ? Collections.emptyMap()
        : Collections.unmodifiableMap(MAPPER.readValue(json, Map.class));
  }

  /** Writes elements one after the other. */
  static final class Out {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final JsonGenerator json = MAPPER.createGenerator(bytes);

    Out(int format) {
      json.writeStartArray();
      json.writeNumber(format);
    }

    Out put(@Nullable String text) {
      if (text == null) {
        json.writeNull();
      } else {
        json.writeString(text);
      }
      return this;
    }

    Out put(long number) {
      // Far away is written short.
      if (number == Long.MAX_VALUE) {
        json.writeNull();
      } else {
        json.writeNumber(number);
      }
      return this;
    }

    Out put(boolean value) {
      json.writeNumber(value ? 1 : 0);
      return this;
    }

    /** Anything that the mapper knows. */
    Out value(@Nullable Object value) {
      json.writePOJO(value);
      return this;
    }

    byte[] done() {
      json.writeEndArray();
      json.close();
      return bytes.toByteArray();
    }
  }

  /** Reads them in the same order. */
  static final class In implements AutoCloseable {
    private final JsonParser json;

    In(byte[] body, int format) {
      json = MAPPER.createParser(body);
      if (json.nextToken() != JsonToken.START_ARRAY || nextInt() != format) {
        throw new IllegalStateException("a row has a body of another format than " + format);
      }
    }

    String text() {
      var text = optionalText();
      if (text == null) {
        throw new IllegalStateException("a row's body lacks a text");
      }
      return text;
    }

    @Nullable String optionalText() {
      return json.nextToken() == JsonToken.VALUE_NULL ? null : json.getString();
    }

    long nextLong() {
      return json.nextToken() == JsonToken.VALUE_NULL ? Long.MAX_VALUE : json.getLongValue();
    }

    int nextInt() {
      return Math.toIntExact(nextLong());
    }

    boolean nextBoolean() {
      return nextLong() != 0;
    }

    <T> @Nullable T value(Class<T> type) {
      return json.nextToken() == JsonToken.VALUE_NULL ? null : json.readValueAs(type);
    }

    List<String> texts() {
      return texts(json.nextToken());
    }

    private List<String> texts(JsonToken start) {
      if (start != JsonToken.START_ARRAY) {
        throw new IllegalStateException("a row's body lacks a list");
      }
      var texts = new ArrayList<String>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        texts.add(json.getString());
      }
      return texts;
    }

    Set<String> textSet() {
      return Collections.unmodifiableSet(new java.util.LinkedHashSet<>(texts()));
    }

    @Override
    public void close() {
      json.close();
    }
  }
}
