package dev.millrace.plan.expr;

import dev.millrace.rows.Dictionary;
import java.util.function.Predicate;

/**
 * A predicate on the strings of one dictionary. Decided once for each entry, and only when a row
 * with it is met. Not thread-safe.
 */
final class CodeTest {

  private static final byte FALSE = 1;
  private static final byte TRUE = 2;

  private final Predicate<String> predicate;
  private final Dictionary dictionary;

  /** By code; 0 until it is decided. */
  private final byte[] decided;

  CodeTest(Predicate<String> predicate, Dictionary dictionary) {
    this.predicate = predicate;
    this.dictionary = dictionary;
    decided = new byte[dictionary.size()];
  }

  boolean test(int code) {
    byte known = decided[code];
    return known == 0 ? decide(code) : known == TRUE;
  }

  private boolean decide(int code) {
    boolean answer = predicate.test(dictionary.get(code));
    decided[code] = answer ? TRUE : FALSE;
    return answer;
  }
}
