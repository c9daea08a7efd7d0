package dev.millrace.server.script;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;

/**
 * A regular expression. Matching takes time linear in the text (RE2), so there are no
 * back-references and no look-around. Not thread-safe.
 */
final class Regex extends Thing {

  private static final int LONGEST = 1_000;

  private final Compiled.Right compiled;

  /** Where the next search of a global one begins. */
  private int lastIndex;

  Regex(Compiled.Right compiled) {
    this.compiled = compiled;
  }

  /** What came of compiling one. */
  sealed interface Compiled {

    record Right(Pattern pattern, String source, String flags) implements Compiled {}

    record Wrong(String message) implements Compiled {}
  }

  static Compiled compile(String source, String flags) {
    if (source.length() > LONGEST) {
      return new Compiled.Wrong("a regular expression of more than %d signs".formatted(LONGEST));
    }
    int options = 0;
    for (int i = 0; i < flags.length(); i++) {
      char flag = flags.charAt(i);
      switch (flag) {
        case 'i' -> options |= Pattern.CASE_INSENSITIVE;
        case 'm' -> options |= Pattern.MULTILINE;
        case 's' -> options |= Pattern.DOTALL;
        case 'g', 'u', 'd' -> {}
        default -> {
          return new Compiled.Wrong("regular expressions have no flag '%s' here".formatted(flag));
        }
      }
    }
    try {
      return new Compiled.Right(Pattern.compile(translated(source), options), source, flags);
    } catch (PatternSyntaxException wrong) {
      return new Compiled.Wrong(
          "Invalid regular expression /%s/: %s (back-references and look-around are not there)"
              .formatted(source, wrong.getDescription()));
    }
  }

  /** What JavaScript writes differently. */
  static String translated(String source) {
    var text = new StringBuilder();
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i);
      boolean escape = c == '\\' && i + 1 < source.length();
      if (escape && source.charAt(i + 1) == 'u' && i + 6 <= source.length()) {
        text.append("\\x{").append(source, i + 2, i + 6).append('}');
        i += 5;
      } else if (escape) {
        text.append(source.charAt(i + 1) == '/' ? "/" : source.substring(i, i + 2));
        i++;
      } else if (source.startsWith("(?<", i)
          && i + 3 < source.length()
          && Character.isLetter(source.charAt(i + 3))) {
        text.append("(?P<");
        i += 2;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  Pattern pattern() {
    return compiled.pattern();
  }

  boolean global() {
    return compiled.flags().indexOf('g') >= 0;
  }

  int lastIndex() {
    return lastIndex;
  }

  void lastIndex(int index) {
    lastIndex = index;
  }

  @Override
  Object property(Machine machine, String name) {
    return switch (name) {
      case "lastIndex" -> (double) lastIndex;
      case "source" -> compiled.source();
      case "flags" -> compiled.flags();
      case "global" -> global();
      case "test" -> PatternMethods.TEST;
      case "exec" -> PatternMethods.EXEC;
      default -> ObjectMethods.of(name);
    };
  }

  @Override
  void put(Machine machine, String name, Object value) {
    if (!name.equals("lastIndex")) {
      throw Thrown.type("Cannot set property '" + name + "' of a regular expression");
    }
    lastIndex = Math.max(0, (int) Conversions.number(machine, value));
  }

  @Override
  boolean has(Machine machine, String name) {
    return name.equals("lastIndex");
  }

  @Override
  void remove(Machine machine, String name) {}

  @Override
  List<String> names(Machine machine) {
    return List.of();
  }

  @Override
  String kind() {
    return "RegExp";
  }

  @Override
  String text(Machine machine) {
    return "/" + compiled.source() + "/" + compiled.flags();
  }
}
