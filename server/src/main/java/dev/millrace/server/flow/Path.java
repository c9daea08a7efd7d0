package dev.millrace.server.flow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way into a JSON value: {@code a.output.list[1]['odd key'].k}. Understands names, quoted names,
 * indices (negative ones count from the end), {@code [*]} and {@code length()}. What is not there
 * is null. Immutable.
 *
 * @param root the first name: {@code workflow} or a task's reference name
 */
record Path(String root, List<Segment> segments) {

  private static final Segment ALL = new Segment(null, 0, Segment.Kind.ALL);
  private static final Segment LENGTH = new Segment(null, 0, Segment.Kind.LENGTH);

  Path {
    segments = List.copyOf(segments);
  }

  /** One step of the way. */
  record Segment(@Nullable String name, int index, Kind kind) {
    enum Kind {
      NAME,
      INDEX,
      ALL,
      LENGTH
    }
  }

  static Path parse(String text) {
    var source = text.strip();
    if (source.startsWith("$.")) {
      source = source.substring(2);
    }
    var segments = new ArrayList<Segment>();
    int at = 0;
    while (at < source.length()) {
      char c = source.charAt(at);
      if (c == '.') {
        at++;
      } else if (c == '[') {
        int end = closing(source, at);
        segments.add(bracket(source.substring(at + 1, end).strip()));
        at = end + 1;
      } else {
        int end = nameEnd(source, at);
        var name = source.substring(at, end);
        segments.add(name.equals("length()") ? LENGTH : name(name));
        at = end;
      }
    }
    if (segments.isEmpty() || segments.getFirst().name() == null) {
      return new Path("", segments);
    }
    var root = segments.getFirst().name();
    return new Path(root == null ? "" : root, segments.subList(1, segments.size()));
  }

  /** The text of the segment after the root if it is a name, e.g. {@code output}. */
  @Nullable String field() {
    return segments.isEmpty() ? null : segments.getFirst().name();
  }

  /** Goes the rest of the way from a value, past the first {@code from} segments. */
  @Nullable Object walk(@Nullable Object value, int from) {
    @Nullable Object at = value;
    for (int i = from; i < segments.size() && at != null; i++) {
      var segment = segments.get(i);
      switch (segment.kind()) {
        case NAME -> at = named(at, segment);
        case INDEX -> at = indexed(at, segment.index());
        case LENGTH -> at = length(at);
        case ALL -> {
          return all(at, i + 1);
        }
      }
    }
    return at;
  }

  private @Nullable Object all(Object value, int from) {
    var elements = elements(value);
    if (elements == null) {
      return null;
    }
    var found = new ArrayList<@Nullable Object>();
    for (@Nullable Object element : elements) {
      @Nullable Object there = walk(element, from);
      if (there != null) {
        found.add(there);
      }
    }
    return found;
  }

  private static @Nullable Collection<@Nullable Object> elements(Object value) {
    var object = Values.object(value);
    return object == null ? Values.list(value) : object.values();
  }

  private static @Nullable Object named(Object value, Segment segment) {
    var object = Values.object(value);
    return object == null || segment.name() == null ? null : object.get(segment.name());
  }

  private static @Nullable Object indexed(Object value, int index) {
    var list = Values.list(value);
    if (list == null) {
      return null;
    }
    int place = index < 0 ? list.size() + index : index;
    return place >= 0 && place < list.size() ? list.get(place) : null;
  }

  private static @Nullable Object length(Object value) {
    var list = Values.list(value);
    if (list != null) {
      return list.size();
    }
    var object = Values.object(value);
    return object == null ? null : object.size();
  }

  private static int closing(String source, int open) {
    char quote = 0;
    for (int i = open + 1; i < source.length(); i++) {
      char c = source.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == ']') {
        return i;
      }
    }
    return source.length();
  }

  private static int nameEnd(String source, int from) {
    int end = from;
    while (end < source.length() && source.charAt(end) != '.' && source.charAt(end) != '[') {
      end++;
    }
    return end;
  }

  private static Segment name(String name) {
    return new Segment(name, 0, Segment.Kind.NAME);
  }

  private static Segment bracket(String inside) {
    if (inside.equals("*")) {
      return ALL;
    }
    if (inside.matches("-?\\d{1,9}")) {
      return new Segment(null, Integer.parseInt(inside), Segment.Kind.INDEX);
    }
    boolean quoted = inside.length() >= 2 && (inside.charAt(0) == '\'' || inside.charAt(0) == '"');
    return name(quoted ? inside.substring(1, inside.length() - 1) : inside);
  }
}
