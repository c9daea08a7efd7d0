package dev.millrace.plan.json;

/**
 * How numbers are written: the shortest digits that read as the same double; decimal if {@code 1e-4
 * <= |x| < 1e15} or zero, always with a fraction; else {@code d.ddde+NN} with at least two digits
 * of exponent. {@code -0.0} keeps its sign. What is not finite is {@code null}. Not thread-safe.
 */
final class NumberText {

  /** No number takes more bytes. */
  static final int LONGEST = 32;

  /** Whole numbers below this are exact and written without looking for digits. */
  private static final double PLAIN = 1e15;

  private final byte[] digits = new byte[24];
  private int count;

  /** The value is {@code 0.d1d2d3… * 10^point}. */
  private int point;

  /** Writes {@code value} into {@code to} from {@code at} on and returns where it ends. */
  int write(double value, byte[] to, int at) {
    if (!Double.isFinite(value)) {
      return ascii("null", to, at);
    }
    int next = at;
    if (Double.doubleToRawLongBits(value) < 0) {
      to[next++] = '-';
    }
    double size = Math.abs(value);
    long whole = (long) size;
    if (size < PLAIN && whole == size) {
      return ascii(".0", to, ascii(Long.toString(whole), to, next));
    }
    split(Double.toString(size));
    if (point > -4 && point <= 15) {
      return decimal(to, next);
    }
    return scientific(to, next);
  }

  /** Takes {@code text}, as {@link Double#toString(double)} makes it, apart. */
  private void split(String text) {
    count = 0;
    point = 0;
    boolean beforePoint = true;
    int i = 0;
    for (; i < text.length() && text.charAt(i) != 'E'; i++) {
      char c = text.charAt(i);
      if (c == '.') {
        beforePoint = false;
      } else if (c == '0' && count == 0) {
        point -= beforePoint ? 0 : 1;
      } else {
        digits[count++] = (byte) c;
        point += beforePoint ? 1 : 0;
      }
    }
    while (count > 1 && digits[count - 1] == '0') {
      count--;
    }
    if (i < text.length()) {
      point += Integer.parseInt(text, i + 1, text.length(), 10);
    }
  }

  private int decimal(byte[] to, int at) {
    int next = at;
    if (point <= 0) {
      to[next++] = '0';
      to[next++] = '.';
      for (int i = point; i < 0; i++) {
        to[next++] = '0';
      }
    }
    for (int i = 0; i < count; i++) {
      if (i == point && i > 0) {
        to[next++] = '.';
      }
      to[next++] = digits[i];
    }
    for (int i = count; i < point; i++) {
      to[next++] = '0';
    }
    return point >= count ? ascii(".0", to, next) : next;
  }

  private int scientific(byte[] to, int at) {
    int next = at;
    to[next++] = digits[0];
    if (count > 1) {
      to[next++] = '.';
      for (int i = 1; i < count; i++) {
        to[next++] = digits[i];
      }
    }
    int exponent = point - 1;
    to[next++] = 'e';
    to[next++] = (byte) (exponent < 0 ? '-' : '+');
    int size = Math.abs(exponent);
    if (size < 10) {
      to[next++] = '0';
    }
    return ascii(Integer.toString(size), to, next);
  }

  private static int ascii(String text, byte[] to, int at) {
    for (int i = 0; i < text.length(); i++) {
      to[at + i] = (byte) text.charAt(i);
    }
    return at + text.length();
  }
}
