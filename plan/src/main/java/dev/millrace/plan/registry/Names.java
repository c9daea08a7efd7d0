package dev.millrace.plan.registry;

import java.util.regex.Pattern;

/** What entries may be called. */
final class Names {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
  private static final Pattern DOTTED = Pattern.compile("[A-Za-z][A-Za-z0-9_.]{0,127}");

  private Names() {}

  /** A name that can stand in a program, such as that of a key. */
  static String plain(Table table, String name) {
    return checked(PLAIN, table, name);
  }

  /** A name in parts, such as {@code esr.country}. */
  static String dotted(Table table, String name) {
    return checked(DOTTED, table, name);
  }

  private static String checked(Pattern pattern, Table table, String name) {
    if (!name.isEmpty() && !pattern.matcher(name).matches()) {
      table.fault("name '%s' does not match %s".formatted(name, pattern));
    }
    return name;
  }
}
