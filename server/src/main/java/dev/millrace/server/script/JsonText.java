package dev.millrace.server.script;

import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a value as JSON. Not thread-safe, used once. */
final class JsonText {

  private static final int LEVELS = 4;
  private static final int WIDEST_INDENT = 10;

  private final Machine machine;
  private final String indent;
  private final @Nullable Callable replacer;
  private final @Nullable Set<String> kept;
  private final StringBuilder text = new StringBuilder();
  private String margin = "\n";

  JsonText(Machine machine, Args args) {
    this.machine = machine;
    this.replacer = args.at(1) instanceof Callable callable ? callable : null;
    this.kept =
        args.at(1) instanceof JsArray names
            ? names.items(machine).stream()
                .map(name -> Conversions.text(machine, name))
                .collect(Collectors.toUnmodifiableSet())
            : null;
    this.indent = indent(args.at(2));
  }

  private static String indent(Object given) {
    String asked =
        switch (given) {
          case Number number ->
              " ".repeat((int) Math.clamp(number.doubleValue(), 0, WIDEST_INDENT));
          case String string -> string;
          default -> "";
        };
    return asked.substring(0, Math.min(WIDEST_INDENT, asked.length()));
  }

  /** The text, or undefined for what JSON does not have. */
  Object write(Object value) {
    Object written = replaced("", value);
    if (isAbsent(written)) {
      return Nothing.UNDEFINED;
    }
    value(written);
    return text.toString();
  }

  private static boolean isAbsent(Object value) {
    return value == Nothing.UNDEFINED || value instanceof Callable;
  }

  private Object replaced(String name, Object value) {
    Object given = value;
    if (value instanceof JsDate date) {
      given = date.json();
    } else if (value instanceof JsObject object
        && object.property(machine, "toJSON") instanceof Callable own) {
      given = own.call(machine, value, new Object[] {name});
    }
    return replacer == null
        ? given
        : replacer.call(machine, Nothing.UNDEFINED, new Object[] {name, given});
  }

  private void value(Object value) {
    machine.step();
    machine.enter(LEVELS);
    switch (value) {
      case String string -> quoted(string);
      case Double number -> put(Double.isFinite(number) ? Conversions.text(number) : "null");
      case JsArray array -> array(array);
      case JsObject object -> object(object);
      case Thing _ -> put("{}");
      case Nothing _ -> put("null");
      default -> put(value.toString());
    }
    machine.leave(LEVELS);
  }

  private void array(JsArray array) {
    String outer = open("[");
    boolean first = true;
    for (Object item : array.items(machine)) {
      separate(first);
      first = false;
      Object written = replaced("", item);
      value(isAbsent(written) ? Nothing.NULL : written);
    }
    close("]", outer, first);
  }

  private void object(JsObject object) {
    String outer = open("{");
    boolean first = true;
    for (String name : object.names(machine)) {
      Object written = replaced(name, object.property(machine, name));
      if (isAbsent(written) || (kept != null && !kept.contains(name))) {
        continue;
      }
      separate(first);
      first = false;
      quoted(name);
      put(indent.isEmpty() ? ":" : ": ");
      value(written);
    }
    close("}", outer, first);
  }

  private String open(String bracket) {
    String outer = margin;
    margin += indent;
    put(bracket);
    return outer;
  }

  private void separate(boolean first) {
    put(first ? "" : ",");
    put(indent.isEmpty() ? "" : margin);
  }

  private void close(String bracket, String outer, boolean empty) {
    margin = outer;
    put(indent.isEmpty() || empty ? "" : margin);
    put(bracket);
  }

  private void put(String part) {
    machine.chars(part.length());
    text.append(part);
  }

  private void quoted(String string) {
    machine.chars(string.length() + 2L);
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case '\b' -> text.append("\\b");
        case '\f' -> text.append("\\f");
        default -> {
          if (c < ' ') {
            text.append("\\u%04x".formatted((int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }
}
