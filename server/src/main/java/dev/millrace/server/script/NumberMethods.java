package dev.millrace.server.script;

import com.google.re2j.Pattern;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;

/** Methods of numbers, and what makes numbers of texts. */
final class NumberMethods {

  private static final int MOST_DIGITS = 100;
  private static final double LARGEST_PLAIN = 1e21;

  private static final Pattern FLOAT =
      Pattern.compile("[+-]?(Infinity|([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?)");

  static final Map<String, Object> TABLE =
      new Methods("")
          .add("toFixed", (machine, self, args) -> machine.made(fixed(machine, self, args)))
          .add("toPrecision", (machine, self, args) -> machine.made(precise(machine, self, args)))
          .add("toString", (machine, self, args) -> machine.made(radix(machine, self, args)))
          .add("toLocaleString", (machine, self, _) -> Conversions.text(machine, self))
          .add("valueOf", (_, self, _) -> self)
          .table();

  private NumberMethods() {}

  static Object of(String name) {
    Object own = TABLE.get(name);
    return own == null ? ObjectMethods.of(name) : own;
  }

  private static int digits(Machine machine, Args args, int least) {
    double digits = args.number(machine, 0, 0);
    if (!(digits >= least && digits <= MOST_DIGITS)) {
      throw Thrown.range("digits must be between " + least + " and " + MOST_DIGITS);
    }
    return (int) digits;
  }

  private static String fixed(Machine machine, Object self, Args args) {
    double value = Conversions.number(machine, self);
    int digits = digits(machine, args, 0);
    if (!Double.isFinite(value) || Math.abs(value) >= LARGEST_PLAIN) {
      return Conversions.text(value);
    }
    return new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
  }

  private static String precise(Machine machine, Object self, Args args) {
    double value = Conversions.number(machine, self);
    if (!args.has(0) || !Double.isFinite(value) || value == 0) {
      return Conversions.text(value);
    }
    var rounded =
        new BigDecimal(value)
            .round(new MathContext(digits(machine, args, 1), RoundingMode.HALF_UP));
    return rounded.toPlainString();
  }

  private static String radix(Machine machine, Object self, Args args) {
    double value = Conversions.number(machine, self);
    double radix = args.number(machine, 0, 10);
    if (!(radix >= 2 && radix <= 36)) {
      throw Thrown.range("toString() radix must be between 2 and 36");
    }
    return radix == 10 || value != (long) value
        ? Conversions.text(machine, self)
        : Long.toString((long) value, (int) radix);
  }

  /** Digits of a radix from the start on; NaN if there are none. */
  static double parseInt(String digits, int radix, boolean allOfIt) {
    double value = 0;
    int i = 0;
    for (; i < digits.length(); i++) {
      int digit = Character.digit(digits.charAt(i), radix);
      if (digit < 0) {
        break;
      }
      value = value * radix + digit;
    }
    return i == 0 || (allOfIt && i < digits.length()) ? Double.NaN : value;
  }

  static Object parseInt(Machine machine, Args args) {
    String text = args.text(machine, 0).strip();
    machine.steps(text.length());
    boolean negative = text.startsWith("-");
    String digits = negative || text.startsWith("+") ? text.substring(1) : text;
    double asked = args.number(machine, 1, 0);
    boolean hex = digits.startsWith("0x") || digits.startsWith("0X");
    int radix = asked == 0 ? (hex ? 16 : 10) : (int) asked;
    if (radix < 2 || radix > 36) {
      return Double.NaN;
    }
    double value = parseInt(hex && radix == 16 ? digits.substring(2) : digits, radix, false);
    return negative ? -value : value;
  }

  static Object parseFloat(Machine machine, Args args) {
    String text = args.text(machine, 0).strip();
    machine.steps(text.length());
    var number = FLOAT.matcher(text);
    return number.lookingAt() ? Conversions.parse(number.group()) : Double.NaN;
  }
}
