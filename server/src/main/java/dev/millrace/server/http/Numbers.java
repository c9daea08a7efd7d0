package dev.millrace.server.http;

import java.util.Arrays;
import java.util.Locale;

/** Reads numbers and names out of addresses. */
final class Numbers {

  private Numbers() {}

  static long read(Param.Whole param, String text) {
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Violations.one(param.name(), "must be a whole number", text);
    }
    if (value < param.least() || value > param.most()) {
      String range = "must be from " + param.least() + " to " + param.most();
      throw Violations.one(param.name(), range, text);
    }
    return value;
  }

  static int version(String name, String text) {
    return (int) read(new Param.Whole(name, null, Integer.MIN_VALUE, Integer.MAX_VALUE), text);
  }

  static <E extends Enum<E>> E choice(String name, Class<E> type, String text) {
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(text.toUpperCase(Locale.ROOT))) {
        return value;
      }
    }
    String all = "must be one of " + Arrays.toString(type.getEnumConstants());
    throw Violations.one(name, all, text);
  }
}
