package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Numbers;
import java.util.List;
import java.util.Map;

/**
 * Writes JSON of maps, lists, strings, numbers and booleans: always the same bytes for the same
 * values. What fits on a line stays on one.
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

  private static final int LINE = 120;

  private JsonWriter() {}

  /** Without blanks. */
  public static String compact(Object value) {
    var text = new StringBuilder();
    write(value, text, "", "");
    return text.toString();
  }

  /** For people: indented by two. Ends with a line end. */
  public static String pretty(Object value) {
    var text = new StringBuilder();
    pretty(value, "", text);
    return text.append('\n').toString();
  }

  private static void pretty(Object value, String indent, StringBuilder text) {
    if (!(value instanceof Map<?, ?> || value instanceof List<?>)) {
      write(value, text, "", "");
      return;
    }
    var line = new StringBuilder();
    write(value, line, " ", "");
    if (indent.length() + line.length() <= LINE && !indent.isEmpty()) {
      text.append(line);
      return;
    }
    String inner = indent + "  ";
    String separator = "\n";
    text.append(value instanceof List<?> ? '[' : '{');
    if (value instanceof List<?> list) {
      for (Object item : list) {
        text.append(separator).append(inner);
        pretty(item, inner, text);
        separator = ",\n";
      }
    } else if (value instanceof Map<?, ?> map) {
      for (var field : map.entrySet()) {
        text.append(separator).append(inner);
        quote(String.valueOf(field.getKey()), text);
        text.append(": ");
        pretty(field.getValue(), inner, text);
        separator = ",\n";
      }
    }
    text.append('\n').append(indent).append(value instanceof List<?> ? ']' : '}');
  }

  private static void write(Object value, StringBuilder text, String blank, String before) {
    switch (value) {
      case String string -> quote(string, text);
      case Double number -> text.append(Numbers.text(number));
      case Map<?, ?> map -> {
        text.append('{');
        String separator = before;
        for (var field : map.entrySet()) {
          text.append(separator);
          quote(String.valueOf(field.getKey()), text);
          text.append(':').append(blank);
          write(field.getValue(), text, blank, before);
          separator = "," + blank;
        }
        text.append('}');
      }
      case List<?> list -> {
        text.append('[');
        String separator = before;
        for (Object item : list) {
          text.append(separator);
          write(item, text, blank, before);
          separator = "," + blank;
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
