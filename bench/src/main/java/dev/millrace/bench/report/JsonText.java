package dev.millrace.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, strings, numbers, booleans and null as JSON. */
public final class JsonText {
  private JsonText() {}

  public static String of(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + of(entry.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case List<?> list ->
          list.stream().map(JsonText::of).collect(Collectors.joining(",", "[", "]"));
      case Double number -> number(number);
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      default -> quoted(value.toString());
    };
  }

  /** JSON knows no infinity. */
  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3f", value) : "null";
  }

  private static String quoted(String text) {
    StringBuilder result = new StringBuilder("\"");
    text.chars()
        .forEach(c -> {
          switch (c) {
            case '"' -> result.append("\\\"");
            case '\\' -> result.append("\\\\");
            default -> {
              if (c < ' ') {
                result.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                result.append((char) c);
              }
            }
          }
        });
    return result.append('"').toString();
  }
}
