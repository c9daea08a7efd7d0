package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Numbers;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON of maps, lists, strings, numbers and booleans: always the same bytes for the same
 * values.
 */
public final class JsonWriter {

  static final Object NULL =
      new Object() {
        @Override
        public String toString() {
          return "null";
        }
      };

  /** Stands for a field that is not there. */
  static final Object ABSENT = new Object();

  private JsonWriter() {}

  /** Without blanks. */
  public static String compact(Object value) {
    var text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  /**
   * A plan: a line for each field, and one for each element of an array or entry of a table. The
   * same layout as that of plans which are written in Java. Ends with a line end.
   */
  public static String document(Map<String, Object> fields) {
    var text = new StringBuilder("{\n");
    String separator = "";
    for (var field : fields.entrySet()) {
      text.append(separator).append("  ");
      quote(field.getKey(), text);
      text.append(": ");
      field(field.getValue(), text);
      separator = ",\n";
    }
    return text.append("\n}\n").toString();
  }

  private static void field(Object value, StringBuilder text) {
    switch (value) {
      case List<?> list when !list.isEmpty() && isWide(list.getFirst()) ->
          lines('[', list.stream().map(JsonWriter::compact).toList(), ']', text);
      case Map<?, ?> map when !map.isEmpty() && isWide(map.values().iterator().next()) ->
          lines('{', map.entrySet().stream().map(JsonWriter::entry).toList(), '}', text);
      default -> write(value, text);
    }
  }

  private static boolean isWide(@Nullable Object first) {
    return first instanceof Map<?, ?> || first instanceof List<?>;
  }

  private static String entry(Map.Entry<?, ?> entry) {
    var text = new StringBuilder();
    quote(String.valueOf(entry.getKey()), text);
    return text.append(": ").append(compact(entry.getValue())).toString();
  }

  private static void lines(char open, List<String> lines, char close, StringBuilder text) {
    text.append(open).append("\n    ");
    text.append(String.join(",\n    ", lines));
    text.append("\n  ").append(close);
  }

  private static void write(Object value, StringBuilder text) {
    switch (value) {
      case String string -> quote(string, text);
      case Double number -> text.append(Numbers.text(number));
      case Map<?, ?> map -> {
        text.append('{');
        String separator = "";
        for (var field : map.entrySet()) {
          text.append(separator);
          quote(String.valueOf(field.getKey()), text);
          text.append(':');
          write(field.getValue(), text);
          separator = ",";
        }
        text.append('}');
      }
      case List<?> list -> {
        text.append('[');
        String separator = "";
        for (Object item : list) {
          text.append(separator);
          write(item, text);
          separator = ",";
        }
        text.append(']');
      }
      default -> text.append(value);
    }
  }

  private static void quote(String string, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          // A lone surrogate has no UTF-8; escaped, it survives the way through bytes.
          if (c < ' ' || c == '\u007F' || (Character.isSurrogate(c) && isLone(string, i))) {
            text.append("\\u%04x".formatted((int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }

  private static boolean isLone(String string, int i) {
    char c = string.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 == string.length() || !Character.isLowSurrogate(string.charAt(i + 1))
        : i == 0 || !Character.isHighSurrogate(string.charAt(i - 1));
  }
}
