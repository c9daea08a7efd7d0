package dev.millrace.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Path and query of a request in the making. Not thread-safe. */
final class Target {

  private final StringBuilder text = new StringBuilder(96);
  private boolean query;

  private Target() {}

  /** Begins with a path that needs no encoding. */
  static Target of(String path) {
    Target target = new Target();
    target.text.append(path);
    return target;
  }

  /** Adds a path segment that a user chose. */
  Target segment(String segment) {
    text.append('/').append(encoded(segment));
    return this;
  }

  /** Adds a path that needs no encoding. */
  Target path(String path) {
    text.append(path);
    return this;
  }

  /** Adds a query parameter, unless it is null. */
  Target query(String name, @Nullable Object value) {
    if (value != null) {
      text.append(query ? '&' : '?').append(name).append('=').append(encoded(value.toString()));
      query = true;
    }
    return this;
  }

  Target queries(String name, List<String> values) {
    Target target = this;
    for (String value : values) {
      target = target.query(name, value);
    }
    return target;
  }

  private static String encoded(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (!isPlain(value.charAt(i))) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
      }
    }
    return value;
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.'
        || c == '~';
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
