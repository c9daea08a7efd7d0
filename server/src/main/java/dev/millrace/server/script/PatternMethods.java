package dev.millrace.server.script;

import com.google.re2j.Matcher;
import java.util.ArrayList;
import java.util.List;

/** Methods of strings and regular expressions that search. */
final class PatternMethods {

  static final Native TEST =
      Native.of(
          "test",
          (machine, self, args) ->
              next(machine, regex(self), args.text(machine, 0)) != Nothing.NULL);

  static final Native EXEC =
      Native.of("exec", (machine, self, args) -> next(machine, regex(self), args.text(machine, 0)));

  private PatternMethods() {}

  static Methods addTo(Methods methods) {
    return methods
        .add("match", (machine, self, args) -> match(machine, text(machine, self), args))
        .add("matchAll", (machine, self, args) -> matchAll(machine, text(machine, self), args))
        .add("search", (machine, self, args) -> search(machine, text(machine, self), args))
        .add("split", (machine, self, args) -> split(machine, text(machine, self), args))
        .add(
            "replace",
            (machine, self, args) -> Replacement.replace(machine, text(machine, self), args, false))
        .add(
            "replaceAll",
            (machine, self, args) -> Replacement.replace(machine, text(machine, self), args, true));
  }

  private static String text(Machine machine, Object self) {
    String text = Conversions.text(machine, self);
    machine.steps(text.length() / 4);
    return text;
  }

  private static Regex regex(Object value) {
    if (value instanceof Regex regex) {
      return regex;
    }
    throw Thrown.type(Conversions.shown(value) + " is not a regular expression");
  }

  /** A regular expression, or one that is made of a text. */
  private static Regex asRegex(Machine machine, Object value, String flags) {
    return value instanceof Regex regex ? regex : made(Conversions.text(machine, value), flags);
  }

  static Regex made(String source, String flags) {
    return switch (Regex.compile(source, flags)) {
      case Regex.Compiled.Right right -> new Regex(right);
      case Regex.Compiled.Wrong wrong -> throw Thrown.syntax(wrong.message());
    };
  }

  /** The next match, which moves a global expression on; or null. */
  private static Object next(Machine machine, Regex regex, String text) {
    machine.steps(text.length() / 4);
    Matcher matcher = regex.pattern().matcher(text);
    int from = regex.global() ? regex.lastIndex() : 0;
    if (from > text.length() || !matcher.find(from)) {
      regex.lastIndex(0);
      return Nothing.NULL;
    }
    if (regex.global()) {
      regex.lastIndex(matcher.end() == matcher.start() ? matcher.end() + 1 : matcher.end());
    }
    return groups(machine, matcher);
  }

  private static Object groups(Machine machine, Matcher matcher) {
    var groups = new ArrayList<Object>();
    for (int i = 0; i <= matcher.groupCount(); i++) {
      groups.add(group(machine, matcher, i));
    }
    return JsArray.of(machine, groups);
  }

  static Object group(Machine machine, Matcher matcher, int index) {
    String group = matcher.group(index);
    return group == null ? Nothing.UNDEFINED : machine.made(group);
  }

  private static Object match(Machine machine, String text, Args args) {
    Regex regex = asRegex(machine, args.at(0), "");
    if (!regex.global()) {
      return next(machine, regex, text);
    }
    var all = new ArrayList<Object>();
    Matcher matcher = regex.pattern().matcher(text);
    while (matcher.find()) {
      machine.step();
      all.add(group(machine, matcher, 0));
    }
    return all.isEmpty() ? Nothing.NULL : JsArray.of(machine, all);
  }

  private static Object matchAll(Machine machine, String text, Args args) {
    var all = new ArrayList<Object>();
    Matcher matcher = asRegex(machine, args.at(0), "g").pattern().matcher(text);
    while (matcher.find()) {
      machine.step();
      all.add(groups(machine, matcher));
    }
    return JsArray.of(machine, all);
  }

  private static Object search(Machine machine, String text, Args args) {
    Matcher matcher = asRegex(machine, args.at(0), "").pattern().matcher(text);
    return matcher.find() ? (double) matcher.start() : -1.0;
  }

  private static Object split(Machine machine, String text, Args args) {
    Object separator = args.at(0);
    if (separator == Nothing.UNDEFINED) {
      return JsArray.of(machine, new ArrayList<>(List.of(text)));
    }
    Object all =
        separator instanceof Regex regex
            ? splitBy(machine, text, regex)
            : splitBy(machine, text, Conversions.text(machine, separator));
    if (args.has(1) && all instanceof JsArray array) {
      var items = array.items(machine);
      int most = Indices.within(args.number(machine, 1), items.size());
      items.subList(most, items.size()).clear();
    }
    return all;
  }

  private static Object splitBy(Machine machine, String text, String separator) {
    if (separator.isEmpty()) {
      return StringMethods.units(machine, text);
    }
    machine.chars(text.length());
    var parts = new ArrayList<Object>();
    int from = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
      machine.step();
      parts.add(text.substring(from, at));
      from = at + separator.length();
    }
    parts.add(text.substring(from));
    return JsArray.of(machine, parts);
  }

  private static Object splitBy(Machine machine, String text, Regex regex) {
    machine.chars(text.length());
    var parts = new ArrayList<Object>();
    Matcher matcher = regex.pattern().matcher(text);
    int from = 0;
    while (matcher.find()) {
      machine.step();
      boolean empty = matcher.end() == matcher.start();
      if (empty && (matcher.start() == from || matcher.start() == text.length())) {
        continue;
      }
      parts.add(text.substring(from, matcher.start()));
      for (int i = 1; i <= matcher.groupCount(); i++) {
        parts.add(group(machine, matcher, i));
      }
      from = matcher.end();
    }
    parts.add(text.substring(from));
    return JsArray.of(machine, parts);
  }
}
