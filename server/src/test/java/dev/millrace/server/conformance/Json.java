package dev.millrace.server.conformance;

import dev.millrace.client.WireJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as plain maps, lists and values. */
final class Json {

  private Json() {}

  /** Names and values in turn. */
  static Map<String, Object> object(Object... namesAndValues) {
    var object = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return object;
  }

  /** The fields of the second go over those of the first. */
  static Map<String, Object> merged(Map<String, Object> first, Map<String, Object> second) {
    var all = new LinkedHashMap<>(first);
    all.putAll(second);
    return all;
  }

  @SuppressWarnings("unchecked") // objects of JSON have names
  static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked") // callers know what the list is of
  static List<Map<String, Object>> maps(Object value) {
    return (List<Map<String, Object>>) value;
  }

  static Object read(String json) {
    return WireJson.mapper().readValue(json, Object.class);
  }

  static String write(Object value) {
    return WireJson.mapper().writeValueAsString(value);
  }
}
