package dev.millrace.server.http;

import dev.millrace.client.WireJson;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectReader;

/**
 * What a body looks like: how it is read and checked, and how the interface description shows it.
 * Immutable.
 *
 * @param otherwise what an empty body stands for; null if there must be one
 * @param check what JSON cannot say, such as fields that must be there
 */
record Shape<T>(
    Type type, ObjectReader reader, @Nullable T otherwise, BiConsumer<T, Violations> check) {

  /** Raw text, whatever its content type says. */
  static final Shape<String> TEXT = of(String.class, (text, violations) -> {});

  /** Any object. */
  static final Shape<Map<String, @Nullable Object>> MAP =
      new Shape<>(
          Map.class, WireJson.mapper().readerForMapOf(Object.class), null, (map, violations) -> {});

  static final Shape<List<String>> NAMES =
      of(
          new TypeReference<List<String>>() {},
          (names, violations) -> {
            for (int i = 0; i < names.size(); i++) {
              violations.needed(names.get(i), "[" + i + "]");
            }
          });

  static <T> Shape<T> of(Class<T> type, BiConsumer<T, Violations> check) {
    return new Shape<>(type, WireJson.mapper().readerFor(type), null, check);
  }

  static <T> Shape<T> of(TypeReference<T> type, BiConsumer<T, Violations> check) {
    return new Shape<>(type.getType(), WireJson.mapper().readerFor(type), null, check);
  }

  Shape<T> or(T value) {
    return new Shape<>(type, reader, value, check);
  }

  T read(byte[] bytes) {
    if (bytes.length == 0) {
      if (otherwise != null) {
        return otherwise;
      }
      throw Violations.one("body", "must not be empty", null);
    }
    T value = parsed(bytes);
    if (value == null) {
      throw Violations.one("body", "must not be null", "null");
    }
    var violations = new Violations();
    check.accept(value, violations);
    violations.throwIfAny();
    return value;
  }

  @SuppressWarnings("unchecked") // TEXT is the only shape of strings
  private @Nullable T parsed(byte[] bytes) {
    if (type == String.class) {
      return (T) new String(bytes, StandardCharsets.UTF_8);
    }
    try {
      return reader.readValue(bytes);
    } catch (JacksonException e) {
      throw JsonFaults.explained(e);
    }
  }
}
