package dev.millrace.plan.expr;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A scan of a regular expression that only counts: its atoms with repeats written out, and how deep
 * its groups are nested. Never too small for a pattern that is well formed; whether it is, is not
 * its concern. Not thread-safe.
 */
final class RegexSize {

  /** Enough to refuse; far from an overflow. */
  private static final long HUGE = 1L << 40;

  /** A repeat without an end is written out once more than its beginning. */
  private static final int OPEN_END = 1;

  private final String pattern;

  /** The atoms so far of each group that is open. */
  private final Deque<Long> outer = new ArrayDeque<>();

  private int at;
  private long size;
  private long lastAtom;
  private int depth;

  private RegexSize(String pattern) {
    this.pattern = pattern;
  }

  /** What a pattern amounts to. */
  record Count(long atoms, int depth) {}

  static Count of(String pattern) {
    RegexSize scan = new RegexSize(pattern);
    while (scan.at < pattern.length()) {
      scan.step();
    }
    return new Count(scan.size, scan.depth);
  }

  private void step() {
    char c = pattern.charAt(at++);
    switch (c) {
      case '\\' -> escape();
      case '[' -> {
        skipClass();
        atom(1);
      }
      case '(' -> {
        outer.push(size);
        size = 0;
        depth = Math.max(depth, outer.size());
      }
      case ')' -> {
        long inner = size;
        size = outer.isEmpty() ? 0 : outer.pop();
        atom(inner + 2);
      }
      case '{' -> repeat();
      default -> atom(1);
    }
  }

  private void atom(long atoms) {
    lastAtom = atoms;
    size = Math.min(HUGE, size + atoms);
  }

  /** Behind a backslash: a quotation, a class with a name in braces, or one character. */
  private void escape() {
    char kind = at < pattern.length() ? pattern.charAt(at++) : '\\';
    boolean named = kind == 'p' || kind == 'P' || kind == 'x';
    if (kind == 'Q') {
      int end = pattern.indexOf("\\E", at);
      int stop = end < 0 ? pattern.length() : end;
      atom(stop - at);
      lastAtom = 1;
      at = end < 0 ? stop : stop + 2;
      return;
    }
    if (named && at < pattern.length() && pattern.charAt(at) == '{') {
      int end = pattern.indexOf('}', at);
      at = end < 0 ? pattern.length() : end + 1;
    }
    atom(1);
  }

  /** Behind the opening bracket: to behind the closing one. A first bracket is a character. */
  private void skipClass() {
    if (at < pattern.length() && pattern.charAt(at) == '^') {
      at++;
    }
    int first = at;
    for (; at < pattern.length(); at++) {
      char c = pattern.charAt(at);
      if (c == '\\') {
        at++;
      } else if (pattern.startsWith("[:", at) && pattern.indexOf(":]", at + 2) >= 0) {
        at = pattern.indexOf(":]", at + 2) + 1;
      } else if (c == ']' && at > first) {
        at++;
        return;
      }
    }
  }

  /** Behind an opening brace: a count, or else the brace is a character. */
  private void repeat() {
    int end = pattern.indexOf('}', at);
    String[] bounds = end < 0 ? new String[0] : pattern.substring(at, end).split(",", -1);
    long times = 0;
    for (String bound : bounds) {
      long count = bound.isEmpty() && times > 0 ? times + OPEN_END : number(bound);
      if (count < 0 || bounds.length > 2) {
        atom(1);
        return;
      }
      times = Math.max(times, count);
    }
    if (bounds.length == 0) {
      atom(1);
      return;
    }
    at = end + 1;
    long more = Math.min(HUGE, lastAtom * Math.max(0, times - 1));
    size = Math.min(HUGE, size + more);
    lastAtom += more;
  }

  /** Of digits; -1 if it is no number that a repeat may have. */
  private static long number(String digits) {
    boolean number = !digits.isEmpty() && digits.length() <= 4;
    for (int i = 0; number && i < digits.length(); i++) {
      number = digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
    }
    return number ? Long.parseLong(digits) : -1;
  }
}
