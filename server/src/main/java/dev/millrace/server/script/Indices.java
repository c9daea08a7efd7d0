package dev.millrace.server.script;

/** Property names that are positions. */
final class Indices {

  private static final int LONGEST = 9;

  private Indices() {}

  /** The position that a name is, or -1. */
  static int of(String name) {
    int length = name.length();
    if (length == 0 || length > LONGEST || (length > 1 && name.charAt(0) == '0')) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < length; i++) {
      char c = name.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }

  /** The position that a number is, or -1. */
  static int of(double number) {
    int value = (int) number;
    return value == number && value >= 0 ? value : -1;
  }

  /** A position within 0..size; a negative one counts from the end. */
  static int within(double position, int size) {
    if (Double.isNaN(position)) {
      return 0;
    }
    return (int)
        (position < 0 ? Math.max(0, size + Math.ceil(position)) : Math.min(position, size));
  }
}
