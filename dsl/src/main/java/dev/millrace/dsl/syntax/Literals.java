package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Refusal;
import dev.millrace.dsl.source.SourceFile;

/** Reads numbers, strings and the texts of templates. Immutable. */
final class Literals {

  private static final String NUMBER_FORMS =
      "0[xX][0-9a-fA-F]+(_[0-9a-fA-F]+)*|0[bB][01]+(_[01]+)*|0[oO][0-7]+(_[0-7]+)*"
          + "|((0|[1-9][0-9]*(_[0-9]+)*)(\\.([0-9]+(_[0-9]+)*)?)?|\\.[0-9]+(_[0-9]+)*)"
          + "([eE][+-]?[0-9]+)?";

  private static final int LONGEST_NUMBER = 100;

  private final SourceFile file;
  private final String text;
  private final Dialect dialect;

  Literals(SourceFile file, Dialect dialect) {
    this.file = file;
    this.dialect = dialect;
    this.text = file.text();
  }

  /**
   * A piece of a text.
   *
   * @param open whether a value follows, and no end
   */
  record Chunk(String text, int end, boolean open) {}

  /** {@code /pattern/flags}, and where it ends. */
  record Regex(String pattern, String flags, int end) {}

  Regex regex(int start) {
    boolean inClass = false;
    for (int i = start + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r') {
        break;
      }
      if (c == '/' && !inClass) {
        int end = i + 1;
        while (end < text.length() && Lexer.isNamePart(text.charAt(end))) {
          end++;
        }
        return new Regex(text.substring(start + 1, i), text.substring(i + 1, end), end);
      }
      inClass = c == '[' || (inClass && c != ']');
      i += c == '\\' ? 1 : 0;
    }
    throw file.at(start).refuse("this regular expression has no end; expected '/'");
  }

  /** Where everything that could belong to the number ends, so that {@code 1abc} is one fault. */
  int endOfNumber(int start) {
    int end = start;
    while (end < text.length()) {
      char c = text.charAt(end);
      boolean sign = (c == '+' || c == '-') && isDecimalExponent(start, end);
      if (!(Lexer.isNamePart(c) || c == '.' || sign)) {
        break;
      }
      end++;
    }
    return end;
  }

  private boolean isDecimalExponent(int start, int end) {
    char before = text.charAt(end - 1);
    boolean hex = text.startsWith("0x", start) || text.startsWith("0X", start);
    return (before == 'e' || before == 'E') && !hex;
  }

  double number(String written, int start) {
    if (written.length() > LONGEST_NUMBER || !written.matches(NUMBER_FORMS)) {
      String why =
          written.matches("[0-9]+n")
              ? dialect.without("big integers")
              : "'" + shortened(written) + "' is not a number";
      throw file.at(start).refuse("%s", why);
    }
    String digits = written.replace("_", "");
    if (digits.length() > 2 && digits.charAt(0) == '0') {
      return switch (digits.charAt(1)) {
        case 'x', 'X' -> radix(digits, 16);
        case 'b', 'B' -> radix(digits, 2);
        case 'o', 'O' -> radix(digits, 8);
        default -> Double.parseDouble(digits);
      };
    }
    return Double.parseDouble(digits);
  }

  private static double radix(String digits, int radix) {
    double value = 0;
    for (int i = 2; i < digits.length(); i++) {
      value = value * radix + Character.digit(digits.charAt(i), radix);
    }
    return value;
  }

  private static String shortened(String written) {
    return written.length() > 40 ? written.substring(0, 40) + "…" : written;
  }

  Chunk quoted(int start) {
    char quote = text.charAt(start);
    var value = new StringBuilder();
    int i = start + 1;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == quote) {
        return new Chunk(value.toString(), i + 1, false);
      }
      if (c == '\n' || c == '\r') {
        break;
      }
      i = c == '\\' ? escape(i, value) : plain(i, value);
    }
    throw file.at(start).refuse("this string has no end; expected %s on the same line", quote);
  }

  Chunk template(int start) {
    var value = new StringBuilder();
    int i = start;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '`') {
        return new Chunk(value.toString(), i + 1, false);
      }
      if (text.startsWith("${", i)) {
        return new Chunk(value.toString(), i + 2, true);
      }
      i = c == '\\' ? escape(i, value) : plain(i, value);
    }
    throw file.at(Math.max(0, start - 1)).refuse("this template has no end; expected a backtick");
  }

  private int plain(int i, StringBuilder value) {
    value.append(text.charAt(i));
    return i + 1;
  }

  /** Reads the escape at {@code i}; answers where it ends. */
  private int escape(int i, StringBuilder value) {
    char c = i + 1 < text.length() ? text.charAt(i + 1) : '\0';
    switch (c) {
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      case 'r' -> value.append('\r');
      case 'b' -> value.append('\b');
      case 'f' -> value.append('\f');
      case 'v' -> value.append('\u000B');
      case '\n' -> {}
      case 'x' -> {
        value.append((char) hex(i, i + 2, i + 4));
        return i + 4;
      }
      case 'u' -> {
        return unicode(i, value);
      }
      default -> {
        // JavaScript takes the sign itself; in a plan it is rather a mistake.
        if (c == '\0' || (Character.isLetterOrDigit(c) && !dialect.isScript())) {
          throw unknownEscape(i);
        }
        value.append(c == '0' ? '\0' : c);
      }
    }
    return i + 2;
  }

  private int unicode(int i, StringBuilder value) {
    if (!text.startsWith("{", i + 2)) {
      value.append((char) hex(i, i + 2, i + 6));
      return i + 6;
    }
    int end = text.indexOf('}', i);
    if (end < 0 || end - i > 10) {
      throw unknownEscape(i);
    }
    int point = hex(i, i + 3, end);
    if (!Character.isValidCodePoint(point)) {
      throw unknownEscape(i);
    }
    value.appendCodePoint(point);
    return end + 1;
  }

  private int hex(int escape, int from, int to) {
    if (to > text.length() || !text.substring(from, to).matches("[0-9a-fA-F]{1,6}")) {
      throw unknownEscape(escape);
    }
    return Integer.parseInt(text, from, to, 16);
  }

  private Refusal unknownEscape(int at) {
    return file.at(at).refuse("unknown escape in a string; for a backslash write \\\\");
  }
}
