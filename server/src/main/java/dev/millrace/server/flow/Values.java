package dev.millrace.server.flow;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON values as plain maps, lists, texts, numbers, booleans and null. They are never changed. */
final class Values {

  static final Map<String, @Nullable Object> NONE = Collections.emptyMap();

  private Values() {}

  static Map<String, @Nullable Object> copy(Map<String, @Nullable Object> map) {
    return map.isEmpty() ? NONE : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** A copy to be changed before anybody else sees it. */
  static Map<String, @Nullable Object> editable(Map<String, @Nullable Object> map) {
    return new LinkedHashMap<String, @Nullable Object>(map);
  }

  /** Both together; {@code over} wins. */
  static Map<String, @Nullable Object> merge(
      Map<String, @Nullable Object> under, Map<String, @Nullable Object> over) {
    if (under.isEmpty()) {
      return over;
    }
    if (over.isEmpty()) {
      return under;
    }
    var merged = editable(under);
    merged.putAll(over);
    return Collections.unmodifiableMap(merged);
  }

  static Map<String, @Nullable Object> with(
      Map<String, @Nullable Object> map, String key, @Nullable Object value) {
    var copy = editable(map);
    copy.put(key, value);
    return Collections.unmodifiableMap(copy);
  }

  static Map<String, @Nullable Object> of(String key, @Nullable Object value) {
    return with(NONE, key, value);
  }

  /** The value as an object's fields, or null if it is not an object. */
  @SuppressWarnings("unchecked") // JSON objects have text keys
  static @Nullable Map<String, @Nullable Object> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : null;
  }

  @SuppressWarnings("unchecked") // any list is a list of objects
  static @Nullable List<@Nullable Object> list(@Nullable Object value) {
    return value instanceof List<?> list ? (List<@Nullable Object>) list : null;
  }

  static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }
}
