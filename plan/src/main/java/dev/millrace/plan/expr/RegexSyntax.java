package dev.millrace.plan.expr;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * Compiles regular expressions. Matching takes linear time, but counted repeats are written out
 * when a pattern is compiled: without a bound, {@code ((a{1000}){1000}){1000}} in a request would
 * fill the memory.
 */
final class RegexSyntax {

  /** How many atoms a pattern may have with its repeats written out. */
  static final int MAX_ATOMS = 10_000;

  /** How deep groups may be nested: compiling goes down by recursion. */
  static final int MAX_DEPTH = 200;

  private RegexSyntax() {}

  /** Why {@code pattern} cannot be compiled; empty if it can. */
  static Optional<String> fault(String pattern, boolean ignoreCase) {
    try {
      Pattern _ = compile(pattern, ignoreCase);
      return Optional.empty();
    } catch (ExprFault e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  /**
   * @throws ExprFault if it is no regular expression, or too big
   */
  static Pattern compile(String pattern, boolean ignoreCase) {
    RegexSize.Count count = RegexSize.of(pattern);
    if (count.atoms() > MAX_ATOMS) {
      throw invalid("more than %d parts with its repeats written out".formatted(MAX_ATOMS));
    }
    if (count.depth() > MAX_DEPTH) {
      throw invalid("more than %d groups in groups".formatted(MAX_DEPTH));
    }
    try {
      return Pattern.compile(pattern, ignoreCase ? Pattern.CASE_INSENSITIVE : 0);
    } catch (PatternSyntaxException e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private static ExprFault invalid(String reason) {
    return new ExprFault("Invalid regex pattern: " + reason);
  }
}
