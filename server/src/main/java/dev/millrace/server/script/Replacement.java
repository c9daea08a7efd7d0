package dev.millrace.server.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;

/** {@code replace} and {@code replaceAll}. */
final class Replacement {

  private Replacement() {}

  static Object replace(Machine machine, String text, Args args, boolean all) {
    boolean everywhere = all || (args.at(0) instanceof Regex regex && regex.global());
    Pattern pattern =
        args.at(0) instanceof Regex regex
            ? regex.pattern()
            : Pattern.compile(Pattern.quote(args.text(machine, 0)));
    Matcher matcher = pattern.matcher(text);
    var result = new StringBuilder();
    int from = 0;
    while (matcher.find()) {
      machine.step();
      String with = with(machine, matcher, text, args.at(1));
      machine.chars(with.length() + (long) matcher.start() - from);
      result.append(text, from, matcher.start()).append(with);
      from = matcher.end();
      if (!everywhere) {
        break;
      }
    }
    machine.chars(text.length() - from);
    return result.append(text, from, text.length()).toString();
  }

  private static String with(Machine machine, Matcher matcher, String text, Object by) {
    if (!(by instanceof Callable callable)) {
      return expanded(machine, matcher, Conversions.text(machine, by));
    }
    var arguments = new ArrayList<Object>();
    for (int i = 0; i <= matcher.groupCount(); i++) {
      arguments.add(PatternMethods.group(machine, matcher, i));
    }
    arguments.add((double) matcher.start());
    arguments.add(text);
    return Conversions.text(
        machine, callable.call(machine, Nothing.UNDEFINED, arguments.toArray()));
  }

  /** {@code $1}, {@code $&} and {@code $$} in a replacement. */
  private static String expanded(Machine machine, Matcher matcher, String by) {
    if (by.indexOf('$') < 0) {
      return by;
    }
    var text = new StringBuilder();
    int i = 0;
    while (i < by.length()) {
      char next = by.charAt(i) == '$' && i + 1 < by.length() ? by.charAt(i + 1) : '\0';
      int group = next >= '1' && next <= '9' ? next - '0' : -1;
      if (next == '$') {
        text.append('$');
      } else if (next == '&') {
        text.append(machine.made(matcher.group()));
      } else if (group > 0 && group <= matcher.groupCount()) {
        String found = matcher.group(group);
        text.append(found == null ? "" : machine.made(found));
      } else {
        text.append(by.charAt(i));
        i++;
        continue;
      }
      i += 2;
    }
    return text.toString();
  }
}
