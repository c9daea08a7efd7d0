package dev.millrace.server.flow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value with expressions in it, which look like {@code ${a.output.b}}, parsed once. An expression
 * that is the whole text keeps the type of what it names; one within a text becomes text, the text
 * "null" if there is nothing. A second dollar sign before an expression makes it plain text.
 * Expressions may stand inside expressions. Immutable.
 */
sealed interface Template {

  @Nullable Object resolve(Bindings bindings);

  /** Tells the root names of all expressions that are known without running anything. */
  void roots(Consumer<String> sink);

  /** No expression in it. */
  record Constant(@Nullable Object value) implements Template {
    @Override
    public @Nullable Object resolve(Bindings bindings) {
      return value;
    }

    @Override
    public void roots(Consumer<String> sink) {}
  }

  /** One expression. */
  record Expression(Path path) implements Template {
    @Override
    public @Nullable Object resolve(Bindings bindings) {
      return read(path, bindings);
    }

    @Override
    public void roots(Consumer<String> sink) {
      sink.accept(path.root());
    }
  }

  /** An expression whose path has expressions in it. */
  record Computed(Template path) implements Template {
    @Override
    public @Nullable Object resolve(Bindings bindings) {
      var text = Objects.toString(path.resolve(bindings));
      return text.isBlank() ? "" : read(Path.parse(text), bindings);
    }

    @Override
    public void roots(Consumer<String> sink) {
      path.roots(sink);
    }
  }

  /** Texts and expressions in a row. */
  record Text(List<Template> parts) implements Template {
    @Override
    public Object resolve(Bindings bindings) {
      var text = new StringBuilder();
      for (var part : parts) {
        text.append(Objects.toString(part.resolve(bindings)));
      }
      return text.toString();
    }

    @Override
    public void roots(Consumer<String> sink) {
      parts.forEach(part -> part.roots(sink));
    }
  }

  /** An object. */
  record Fields(Map<String, Template> fields) implements Template {
    @Override
    public Map<String, @Nullable Object> resolve(Bindings bindings) {
      if (fields.isEmpty()) {
        return Values.NONE;
      }
      var resolved = new LinkedHashMap<String, @Nullable Object>();
      fields.forEach((key, value) -> resolved.put(key, value.resolve(bindings)));
      return Collections.unmodifiableMap(resolved);
    }

    @Override
    public void roots(Consumer<String> sink) {
      fields.values().forEach(field -> field.roots(sink));
    }
  }

  /** An array. */
  record Elements(List<Template> elements) implements Template {
    @Override
    public List<@Nullable Object> resolve(Bindings bindings) {
      var resolved = new ArrayList<@Nullable Object>(elements.size());
      elements.forEach(element -> resolved.add(element.resolve(bindings)));
      return Collections.unmodifiableList(resolved);
    }

    @Override
    public void roots(Consumer<String> sink) {
      elements.forEach(element -> element.roots(sink));
    }
  }

  static Fields fields(Map<String, @Nullable Object> map) {
    var fields = new LinkedHashMap<String, Template>();
    map.forEach((key, value) -> fields.put(key, parse(value)));
    return new Fields(Collections.unmodifiableMap(fields));
  }

  static Template parse(@Nullable Object value) {
    if (value instanceof String text) {
      return text(text);
    }
    var object = Values.object(value);
    if (object != null) {
      return fields(object);
    }
    var list = Values.list(value);
    if (list != null) {
      return new Elements(list.stream().map(Template::parse).toList());
    }
    return new Constant(value);
  }

  private static Template text(String text) {
    if (!text.contains("${")) {
      return new Constant(text);
    }
    var parts = new ArrayList<Template>();
    var literal = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int end = text.startsWith("${", at) ? closing(text, at + 2) : -1;
      if (text.startsWith("$${", at)) {
        literal.append("${");
        at += 3;
      } else if (end < 0) {
        literal.append(text.charAt(at++));
      } else {
        flush(literal, parts);
        parts.add(expression(text.substring(at + 2, end)));
        at = end + 1;
      }
    }
    flush(literal, parts);
    return parts.size() == 1 ? parts.getFirst() : new Text(List.copyOf(parts));
  }

  private static void flush(StringBuilder literal, List<Template> parts) {
    if (!literal.isEmpty()) {
      parts.add(new Constant(literal.toString()));
      literal.setLength(0);
    }
  }

  private static Template expression(String inside) {
    if (inside.isBlank()) {
      return new Constant("");
    }
    var path = text(inside);
    return path instanceof Constant constant
        ? new Expression(Path.parse(Objects.toString(constant.value())))
        : new Computed(path);
  }

  /** Where the expression that began before {@code from} ends; -1 if it does not. */
  private static int closing(String text, int from) {
    int depth = 1;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static @Nullable Object read(Path path, Bindings bindings) {
    if (path.root().equals("CPEWF_TASK_ID")) {
      return bindings.taskId();
    }
    var field = path.field();
    return field == null
        ? path.walk(bindings.whole(path.root()), 0)
        : path.walk(bindings.field(path.root(), field), 1);
  }
}
