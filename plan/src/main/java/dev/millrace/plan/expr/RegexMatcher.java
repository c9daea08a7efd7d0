package dev.millrace.plan.expr;

import com.google.re2j.Pattern;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The regular expression of one predicate for one request. Compiled when it meets the first string:
 * a param that is null or no pattern is no fault before. Not thread-safe.
 */
final class RegexMatcher implements Predicate<String> {

  private final Pred.Regex regex;
  private final ParamValues params;
  private @Nullable Pattern pattern;

  RegexMatcher(Pred.Regex regex, ParamValues params) {
    this.regex = regex;
    this.params = params;
  }

  @Override
  public boolean test(String value) {
    if (pattern == null) {
      pattern = RegexSyntax.compile(text(), regex.ignoreCase());
    }
    return pattern.matcher(value).find();
  }

  private String text() {
    return switch (regex.pattern()) {
      case Pred.Pattern.Literal(String value) -> value;
      case Pred.Pattern.Param(int id) -> {
        Object value = params.value(id);
        if (value == null) {
          throw new ExprFault(
              "regex: param pattern is null or missing (param_id=%d)".formatted(id));
        }
        yield (String) value;
      }
    };
  }
}
