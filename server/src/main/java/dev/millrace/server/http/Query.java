package dev.millrace.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of an address behind the question mark. Not thread-safe; does not change. */
final class Query {

  static final Query NONE = new Query(List.of());

  /** Names and values in turn. */
  private final List<String> pairs;

  private Query(List<String> pairs) {
    this.pairs = pairs;
  }

  static Query parse(@Nullable String raw) {
    if (raw == null || raw.isEmpty()) {
      return NONE;
    }
    List<String> pairs = new ArrayList<>();
    int from = 0;
    while (from < raw.length()) {
      int end = raw.indexOf('&', from);
      end = end < 0 ? raw.length() : end;
      int equals = raw.indexOf('=', from);
      boolean named = equals >= 0 && equals < end;
      String name = raw.substring(from, named ? equals : end);
      pairs.add(decode(name, name));
      pairs.add(named ? decode(raw.substring(equals + 1, end), name) : "");
      from = end + 1;
    }
    return new Query(pairs);
  }

  /** The first value; null if there is none, or an empty one. */
  @Nullable String first(String name) {
    for (int i = 0; i < pairs.size(); i += 2) {
      if (pairs.get(i).equals(name)) {
        String value = pairs.get(i + 1);
        return value.isEmpty() ? null : value;
      }
    }
    return null;
  }

  List<String> all(String name) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i += 2) {
      if (pairs.get(i).equals(name) && !pairs.get(i + 1).isEmpty()) {
        values.add(pairs.get(i + 1));
      }
    }
    return values;
  }

  private static String decode(String raw, String name) {
    return raw.indexOf('%') < 0 && raw.indexOf('+') < 0 ? checked(raw, name) : plain(raw, name);
  }

  /** A part of a path: there, a plus is a plus. */
  static String segment(String raw, String name) {
    return raw.indexOf('%') < 0 ? raw : plain(raw.replace("+", "%2B"), name);
  }

  private static String plain(String raw, String name) {
    try {
      return checked(URLDecoder.decode(raw, StandardCharsets.UTF_8), name);
    } catch (IllegalArgumentException e) {
      throw Violations.one(name, "is not well encoded", raw);
    }
  }

  /** Stores cannot keep it, and no name has it. */
  private static String checked(String value, String name) {
    if (value.indexOf('\0') >= 0) {
      throw Violations.one(name, "must not contain a NUL character", null);
    }
    return value;
  }
}
