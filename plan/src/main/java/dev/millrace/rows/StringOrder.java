package dev.millrace.rows;

import java.util.Comparator;

/**
 * Strings by their code points, which is the byte order of their UTF-8. {@link String#compareTo}
 * differs: its units above U+FFFF sort before U+E000.
 */
public final class StringOrder implements Comparator<String> {

  public static final StringOrder INSTANCE = new StringOrder();

  private StringOrder() {}

  @Override
  public int compare(String left, String right) {
    int common = Math.min(left.length(), right.length());
    for (int at = 0; at < common; at++) {
      char one = left.charAt(at);
      char other = right.charAt(at);
      if (one != other) {
        return Integer.compare(weight(one), weight(other));
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /** Surrogates above all other units: they stand for the highest code points. */
  private static int weight(char unit) {
    return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
  }
}
